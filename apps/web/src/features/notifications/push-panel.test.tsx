import { expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { BROWSER, fakePush } from '../../test/fake-push.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { PushPanel } from './push-panel.tsx';

const KEY = 'the key of the server';

async function open(found: { publicKey: string | null; isOn: boolean } = { publicKey: KEY, isOn: false }) {
  startSession('token', RAHIMA);
  fake('findPush', () => found);
  const screen = await renderPage(<PushPanel />, { path: '/App/Notifications' });
  return { screen, on: screen.getByRole('button', { name: 'Show news here' }), off: offIn(screen) };
}
const offIn = (screen: Awaited<ReturnType<typeof renderPage>>) =>
  screen.getByRole('button', { name: 'No more news here' });

test('news is asked for by a press alone, with the key of the server', async () => {
  const played = fakePush();
  const { screen, on, off } = await open();
  await expect.element(on).toBeVisible();
  expect([played.questions, played.key]).toEqual([0, null]);
  const sent: unknown[] = [];
  fake('startPush', ({ body }) => {
    sent.push(body);
    return { isOn: true };
  });
  await on.click();
  await expect.element(off).toBeVisible();
  expect([played.questions, played.key, sent]).toEqual([1, KEY, [BROWSER]]);
  await expect.element(screen.getByRole('status').first()).toHaveTextContent('News appears on this device.');
});

test('the browser is told first that nothing is to come any more', async () => {
  const played = fakePush({ permission: 'granted' });
  played.key = KEY;
  const { on, off } = await open({ publicKey: KEY, isOn: true });
  fake('stopPush', () => {
    expect(played.key).toBe(null);
    return { isOn: false };
  });
  await off.click();
  await expect.element(on).toBeVisible();
});

test('a browser that forgot its address is off, whatever the server knows', async () => {
  fakePush({ permission: 'granted' });
  const { on } = await open({ publicKey: KEY, isOn: true });
  await expect.element(on).toBeVisible();
});

test('a no to the browser is kept, with the way back', async () => {
  fakePush({ answer: 'denied' });
  const { screen, on } = await open();
  await on.click();
  await expect.element(screen.getByText(/Allow notifications of this site in its settings/)).toBeVisible();
  await expect.element(on).not.toBeInTheDocument();
});

test('an address that the server does not take is given back', async () => {
  const played = fakePush();
  const { screen, on } = await open();
  fake('startPush', () => ({ refusal: 'push_off' }));
  await on.click();
  await expect.element(screen.getByText(/^News cannot be shown on devices here/).first()).toBeInTheDocument();
  await expect.poll(() => played.key).toBe(null);
  await expect.element(on).toBeVisible();
});

test('a sentence stands in place of the button without keys of the server, or a way of the browser', async () => {
  fakePush();
  const without = await open({ publicKey: null, isOn: false });
  await expect.element(without.screen.getByText(/^News cannot appear on devices here/)).toBeVisible();
  await expect.element(without.on).not.toBeInTheDocument();
  await without.screen.unmount();
  vi.stubGlobal('PushManager', undefined);
  Reflect.deleteProperty(globalThis, 'PushManager');
  const old = await open();
  await expect.element(old.screen.getByText('This browser cannot show news while Sathi is closed.')).toBeVisible();
  await old.screen.unmount();
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  const phone = await open();
  await expect.element(phone.screen.getByText(/^Put Sathi on the home screen first/)).toBeVisible();
  Reflect.deleteProperty(navigator, 'standalone');
});

test('a server that does not answer is asked again', async () => {
  fakePush();
  const { screen, on } = await openBroken();
  fake('findPush', () => ({ publicKey: KEY, isOn: false }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(on).toBeVisible();
});

async function openBroken() {
  startSession('token', RAHIMA);
  fake('findPush', () => BROKEN);
  const screen = await renderPage(<PushPanel />, { path: '/App/Notifications' });
  return { screen, on: screen.getByRole('button', { name: 'Show news here' }) };
}
