import type { Page } from '@playwright/test';
import { ROLES, SAMPLES } from './screens.ts';
import { finder, open, signedIn, type StorageState, walkThrough } from './walk.ts';
import { expect, test } from './world.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
/** More stops than any page has. */
const MOST_STOPS = 250;
const AT_ONCE = 10;

// The tests change nothing, so one server may show all of them, or each worker's own some.
test.describe.configure({ mode: 'parallel' });

for (const role of ROLES) {
  test(`the Tab key leads ${role.name} to everything on a phone and a desk, and shows where it is`, async ({
    browser,
    baseURL,
    request,
    signIn,
  }) => {
    test.setTimeout(600_000);
    const url = baseURL as string;
    const { phone } = role;
    const state: StorageState | undefined = phone
      ? await signedIn(browser, url, (page) => signIn(page, phone))
      : undefined;
    const page = await open(browser, url, 'en', state);
    const screens = await role.screens(finder(request, state));
    // Every widget in every state, one below the other, is no way of a person.
    const walked = screens.filter(({ path }) => path !== SAMPLES);
    await page.setViewportSize(PHONE);
    await walkThrough(page, walked, 'en', async () => {
      // A menu is walked by its arrow keys, and Tab leaves it.
      if ((await page.getByRole('menu').count()) > 0) return;
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size);
        // A part that comes while the keys are pressed moves what stands below it; the second time all of it is there.
        const isQuiet = (await troubles(page)).length === 0;
        expect.soft(isQuiet ? [] : await troubles(page), `${page.url()} at ${size.width} px`).toEqual([]);
      }
    });
    await page.context().close();
  });
}

type Stop = { readonly id: number; readonly name: string; readonly isRinged: boolean; readonly isSeen: boolean };

/** The elements that the Tab key misses, and the stops without a ring, beyond the window or below something else. */
async function troubles(page: Page): Promise<string[]> {
  const before = await page.evaluate(markStops);
  const found: string[] = [];
  const reached = new Set<number>();
  let last = -1;
  for await (const stop of pressTab(page)) {
    // Day, month and year of one field are stops of their own.
    if (stop !== null && stop.id >= 0 && stop.id === last) continue;
    if (stop === null || (stop.id >= 0 && reached.has(stop.id))) break;
    last = stop.id;
    if (stop.id >= 0) reached.add(stop.id);
    if (!stop.isRinged) found.push(`no ring: ${stop.name}`);
    if (!stop.isSeen) found.push(`out of sight: ${stop.name}`);
  }
  // Parts that came meanwhile may have taken the place of others.
  const left = await page
    .locator('[data-stop]')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['stop']));
  for (const { id, name } of before) {
    if (!reached.has(id) && left.includes(String(id))) found.push(`not reached: ${name}`);
  }
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return found;
}

/** The places that presses of the Tab key lead to. Many are sent at once, and the page itself looks after each. */
async function* pressTab(page: Page): AsyncGenerator<Stop | null> {
  await page.evaluate(`(() => {
    const stops = (window.stops = []);
    const readStop = ${readStop.toString()};
    window.onkeyup = () => stops.push(readStop());
  })()`);
  const keyboard = await page.context().newCDPSession(page);
  const press = (type: 'rawKeyDown' | 'keyUp') =>
    keyboard.send('Input.dispatchKeyEvent', { type, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
  try {
    for (let count = 0; count < MOST_STOPS; count += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => [press('rawKeyDown'), press('keyUp')]).flat());
      yield* await page.evaluate(() => (window as unknown as { stops: (Stop | null)[] }).stops.splice(0));
    }
  } finally {
    await keyboard.detach();
  }
}

/**
 * Numbers everything that the Tab key should reach now, in the dialog that is open or else on the page, and puts the
 * focus before it.
 */
function markStops(): { id: number; name: string }[] {
  const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const start = document.createElement('span');
  start.tabIndex = -1;
  place.prepend(start);
  start.focus({ preventScroll: true });
  start.remove();
  const isStop = (element: HTMLElement) =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled, [type=hidden]') &&
    !element.closest('[inert]') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    // A group of radio buttons has one stop only: the chosen button, or any of them.
    !(element instanceof HTMLInputElement && element.type === 'radio');
  return [...place.querySelectorAll<HTMLElement>(STOPS)].filter(isStop).map((element, id) => {
    element.dataset['stop'] = String(id);
    return { id, name: element.outerHTML.slice(0, 120) };
  });
}

/** The place of the focus, or null where it has left the page. */
function readStop(): Stop | null {
  const stop = document.activeElement as HTMLElement | null;
  if (stop === null || stop === document.body) return null;
  const around = [stop, stop.parentElement ?? stop];
  const styles = [...around.map((element) => getComputedStyle(element)), getComputedStyle(stop, '::after')];
  const isRinged = styles.some(
    ({ outlineStyle, outlineWidth }) =>
      outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2),
  );
  // A link that covers its card, and a box that its label covers, are seen by what stands there.
  const shown = stop.matches('input') ? (stop.closest('label') ?? stop) : stop;
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const isSeen = [top + 4, (top + bottom) / 2, bottom - 4].some((y) => {
    const above = document.elementFromPoint(x, y);
    return above !== null && (shown.contains(above) || above.contains(shown));
  });
  return {
    id: Number(stop.dataset['stop'] ?? -1),
    name: stop.outerHTML.slice(0, 120),
    isRinged,
    isSeen,
  };
}
