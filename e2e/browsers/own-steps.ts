import { expect } from 'vitest';
import { BORROWER } from '../people.ts';
import { textsOf } from '../texts.ts';
import type { Steps } from './journey.ts';

import { type Person, until } from './person.ts';

const text = textsOf('en');
const OWN = '/api/borrow/proposalsByUserAddress?limit=50';
const beginning = (pattern: RegExp) => new RegExp(pattern.source.replace(/\$$/, ''));

export const OWN_STEPS: Steps = {
  'the page speaks Bengali and Arabic, and turns dark': async ({ open, photograph }) => {
    const visitor = await open();
    await visitor.goto('/App/Start/ROI');
    await visitor.set({ role: 'combobox', name: text('common.language') }, 'be');
    await hasOnHtml(visitor, 'lang', 'bn');
    const bengali = textsOf('be');
    await visitor.see({ role: 'link', name: bengali('identity.start.getStarted') });
    await photograph(visitor, 'bengali');
    await visitor.set({ role: 'combobox', name: bengali('common.language') }, 'ar');
    await hasOnHtml(visitor, 'dir', 'rtl');
    const arabic = textsOf('ar');
    await visitor.see({ role: 'link', name: arabic('identity.start.getStarted') });
    await visitor.press({ role: 'button', name: arabic('common.themeToDark') });
    await until('the page stays light', async () => ((await visitor.tab.run(isDark, undefined)) ? true : null));
    await photograph(visitor, 'arabic-dark');
  },

  'no console holds an error': async ({ errors }) => {
    const told = new Set(await errors());
    if (told.size > 0) throw new Error([...told].join('\n'));
  },

  'a saved copy of the proposal is there when the server is not': async (journey) => {
    const borrower = await journey.as(BORROWER);
    await until('no service worker comes', async () =>
      (await borrower.tab.run(isWorkerReady, undefined)) ? true : null,
    );
    const address = await journey.find(borrower, OWN, { allows: 'repay' });
    await borrower.goto('/App/Borrow/ROI');
    await until('no service worker is in charge', async () =>
      (await borrower.tab.run(isInCharge, undefined)) ? true : null,
    );
    await borrower.goto(address);
    const title = (await borrower.see({ selector: 'main h1' })).words;
    const id = new URLSearchParams(address.split('?')[1]).get('id');
    await until(
      'the proposal is not saved',
      async () => ((await borrower.tab.run(savedAnswers, undefined)).includes(`["proposal","${id}"]`) ? true : null),
      30_000,
    );
    await journey.stopServer();
    await borrower.goto(address);
    await borrower.see({ text: beginning(text('offline.unreachableCopy')) });
    expect((await borrower.see({ selector: 'main h1' })).words).toBe(title);
    await journey.photograph(borrower, 'saved-copy');
  },
};

async function hasOnHtml(person: Person, name: string, value: string): Promise<void> {
  await until(`${name} does not become ${value}`, async () =>
    (await person.tab.run(ofHtml, name)) === value ? true : null,
  );
}

function ofHtml(name: string): string | null {
  return document.documentElement.getAttribute(name);
}

function isDark(): boolean {
  const parts = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? ['255'];
  return Number(parts[0]) < 80;
}

async function isWorkerReady(): Promise<boolean> {
  return (await navigator.serviceWorker.getRegistration())?.active != null;
}

function isInCharge(): boolean {
  return navigator.serviceWorker.controller !== null;
}

/** The answers that this browser keeps for the time without a network, as one text. */
function savedAnswers(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('sathi-saved');
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    opening.onsuccess = () => {
      const asking = opening.result.transaction('answers').objectStore('answers').getAll();
      asking.onsuccess = () => resolve(JSON.stringify(asking.result));
      asking.onerror = () => reject(asking.error ?? new Error('not read'));
    };
  });
}
