import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from 'wouter/use-browser-location';
import { useSend } from '../lib/use-send.ts';
import { keepInstallPrompt, takeInstallPrompt } from '../lib/install-prompt.ts';
import { startSession } from '../lib/session.ts';
import { fake } from '../test/fake-endpoint.ts';
import { fakePush } from '../test/fake-push.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { toast } from '../ui/toast.ts';
import { OfferMoment } from './offer-moment.tsx';

const DAY_MS = 86_400_000;
/** How often a card asked whether there is news to offer, which shows that the card is there, seen or not. */
let looks = 0;
keepInstallPrompt();

/** A page on which something is done. */
function Acts() {
  const [done, setDone] = useState(0);
  const onSuccess = () => setDone((count) => count + 1);
  const back = useSend('backProposal', { onSuccess });
  const publish = useSend('updateProposal', { onSuccess });
  return (
    <>
      <p>{done} done</p>
      <button type="button" onClick={() => back.mutate({ body: { proposalId: '7', amount: 5 } })}>
        Back
      </button>
      <button type="button" onClick={() => publish.mutate({ query: { id: '7' }, body: { id: '7', status: 2 } })}>
        Publish
      </button>
      <button type="button" onClick={() => publish.mutate({ query: { id: '7' }, body: { id: '7', status: 1 } })}>
        Unpublish
      </button>
      <OfferMoment />
    </>
  );
}

/**
 * Plays a browser that can put the app on the home screen. `asked` counts its prompts; `wasHeld` is whether the app
 * held the browser's own offer back.
 */
function canInstall(): { asked: number; wasHeld: boolean } {
  const told = { asked: 0, wasHeld: false };
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      told.asked += 1;
      return { outcome: 'accepted' };
    },
  });
  told.wasHeld = !dispatchEvent(event);
  return told;
}

beforeEach(() => {
  fakePush();
  fake('backProposal', () => ({ id: '1', amount: 5 }) as never);
  fake('updateProposal', ({ body }) => ({ id: '7', status: (body as { status: number }).status }) as never);
  looks = 0;
  fake('findPush', () => {
    looks += 1;
    return { publicKey: null, isOn: false };
  });
});

afterEach(() => {
  takeInstallPrompt();
  Reflect.deleteProperty(navigator, 'standalone');
});

async function open(path = '/App/Home') {
  startSession('token', RAHIMA);
  const screen = await renderPage(<Acts />, { path });
  const offer = screen.getByRole('region', { name: 'Keep Sathi at hand' });
  return {
    screen,
    offer,
    press: (name: string) => screen.getByRole('button', { name, exact: true }).click(),
    /** Waits until `count` calls have succeeded. */
    succeeded: async (count: number) => {
      await expect.element(screen.getByText(`${count} done`)).toBeVisible();
    },
  };
}

test('the home screen is offered after a success, once, and the browser asks after a press alone', async () => {
  const told = canInstall();
  expect(told.wasHeld).toBe(true);
  const { offer, press, succeeded } = await open();
  await press('Unpublish');
  await succeeded(1);
  await expect.element(offer).not.toBeInTheDocument();
  await press('Back');
  await expect.element(offer).toBeVisible();
  expect(told.asked).toBe(0);
  await press('Put on the home screen');
  await expect.element(offer).not.toBeInTheDocument();
  expect(told.asked).toBe(1);
  canInstall();
  await press('Publish');
  await succeeded(3);
  await expect.element(offer).not.toBeInTheDocument();
});

test('after a no it rests for 90 days, also for the next person on the device', async () => {
  canInstall();
  const { offer, press, succeeded } = await open();
  await press('Publish');
  await press('Not now');
  await expect.element(offer).not.toBeInTheDocument();
  const offeredAt = Number(localStorage.getItem('offered'));
  expect(Math.abs(Date.now() - offeredAt)).toBeLessThan(60_000);
  localStorage.setItem('offered', String(offeredAt - 89 * DAY_MS));
  await press('Back');
  await succeeded(2);
  await expect.element(offer).not.toBeInTheDocument();
  localStorage.setItem('offered', String(offeredAt - 91 * DAY_MS));
  await press('Back');
  await expect.element(offer).toBeVisible();
});

test('one card has both offers, and goes when nothing is left of them', async () => {
  canInstall();
  fake('findPush', () => ({ publicKey: 'key', isOn: false }));
  fake('startPush', () => ({ isOn: true }));
  const { offer, press } = await open();
  await press('Back');
  const news = offer.getByText('News can appear here while Sathi is closed, without amounts or names.');
  await expect.element(news).toBeVisible();
  await press('Put on the home screen');
  await expect.element(offer).toBeVisible();
  await press('Show news here');
  await expect.element(offer).not.toBeInTheDocument();
});

test('Safari, which cannot be asked, gets its two steps in words', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  const { offer, press } = await open();
  await press('Back');
  await expect.element(offer.getByRole('listitem').nth(0)).toHaveTextContent('Tap the share sign of the browser.');
  await expect.element(offer.getByRole('listitem').nth(1)).toHaveTextContent('Choose “Add to Home Screen”.');
});

test('with nothing to offer no card comes, and none is counted', async () => {
  const { offer, press } = await open();
  await press('Back');
  await expect.poll(() => looks).toBe(1);
  await expect.element(offer).not.toBeInTheDocument();
  expect(localStorage.getItem('offered')).toBe(null);
});

test('the app that is on the home screen already is not offered it', async () => {
  canInstall();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(display-mode: standalone)' }));
  const { offer, press } = await open();
  await press('Back');
  await expect.poll(() => looks).toBe(1);
  await expect.element(offer).not.toBeInTheDocument();
});

test('the page that asks for a password comes first', async () => {
  canInstall();
  const { offer, press, succeeded } = await open('/App/ChoosePassword');
  await press('Back');
  await succeeded(1);
  await expect.element(offer).not.toBeInTheDocument();
  navigate('/App/Home');
  await expect.element(offer).toBeVisible();
});

test('on a phone a toast leaves the offer free', async () => {
  canInstall();
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(360, 740);
  const { screen, offer, press } = await open();
  await press('Back');
  await expect.element(offer).toBeVisible();
  toast.success('Payment entered');
  const told = screen.getByText('Payment entered');
  await expect.element(told).toBeVisible();
  expect(told.element().getBoundingClientRect().top).toBeGreaterThan(offer.element().getBoundingClientRect().bottom);
  await page.viewport(before.width, before.height);
});
