import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberLocale, UNTOLD_LANGUAGE } from '../lib/locale.ts';
import { startSession } from '../lib/session.ts';
import { BROKEN, fake } from '../test/fake-endpoint.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { UntoldLanguage } from './untold-language.tsx';

let told: string[] = [];
const show = () => renderPage(<UntoldLanguage />, { path: '/App/Home' });
const untold = () => localStorage.getItem(UNTOLD_LANGUAGE);

beforeEach(() => {
  told = [];
  startSession('token', RAHIMA);
  rememberLocale('ar');
  fake('setLanguage', ({ body: { language } }) => {
    told.push(language);
    return { language: 'ar' };
  });
});

afterEach(() => {
  rememberLocale('en');
  localStorage.removeItem(UNTOLD_LANGUAGE);
});

test('a language chosen in the bar is told to the account once, on the page that follows', async () => {
  localStorage.setItem(UNTOLD_LANGUAGE, RAHIMA.id);
  await show();
  await expect.poll(untold).toBe(null);
  const next = await show();
  await next.unmount();
  expect(told).toEqual(['ar']);
});

test('a language chosen without a network waits, and is told when the network returns', async () => {
  localStorage.setItem(UNTOLD_LANGUAGE, RAHIMA.id);
  let tries = 0;
  fake('setLanguage', () => {
    tries += 1;
    return BROKEN;
  });
  await show();
  await expect.poll(() => tries).toBe(1);
  expect(untold()).toBe(RAHIMA.id);
  fake('setLanguage', ({ body: { language } }) => {
    told.push(language);
    return { language: 'ar' };
  });
  dispatchEvent(new Event('online'));
  await expect.poll(untold).toBe(null);
  expect(told).toEqual(['ar']);
});

test('a language of the device that its person did not choose themselves is not told', async () => {
  await show();
  localStorage.setItem(UNTOLD_LANGUAGE, '99');
  dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toEqual([]);
});
