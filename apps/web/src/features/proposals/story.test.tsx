import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { proposalCard } from '../../test/proposal-cards.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { TranslateDialog } from './translate-dialog.tsx';

const BENGALI = { title: 'সেলাই মেশিন', description: 'স্কুলের পোশাক সেলাই করতে।' };
const ENGLISH = { language: 'en', title: 'A sewing machine', description: 'To sew.', isOutdated: false } as const;
const STRANGERS = proposalCard({ ...BENGALI, userId: '99', storyLanguage: 'be', translations: [ENGLISH] });

const shown = (proposal: ReturnType<typeof proposalCard>) =>
  renderPage(<ProposalCard proposal={proposal} />, { path: '/App/Invest/ROI' });

test('a card has the translation in the reader’s language, marked, else the words of its owner with their language (R26.4)', async () => {
  const screen = await shown(STRANGERS);
  await expect.element(screen.getByRole('heading', { name: 'A sewing machine' })).toBeVisible();
  await expect.element(screen.getByText('Translated', { exact: true })).toBeVisible();
  for (const translations of [[], [{ ...ENGLISH, isOutdated: true }]]) {
    const other = await shown({ ...STRANGERS, translations });
    await expect.element(other.getByRole('heading', { name: BENGALI.title }).last()).toBeVisible();
    await expect.element(other.getByText('বাংলা', { exact: true }).last()).toBeVisible();
  }
});

test('an owner reads the own words first (R26.4)', async () => {
  startSession('token', RAHIMA);
  const screen = await shown({ ...STRANGERS, userId: RAHIMA.id });
  await expect.element(screen.getByRole('heading', { name: BENGALI.title })).toBeVisible();
});

test('a translation that was begun outlives a look at another language, and closing (R26.4)', async () => {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  const show = () => renderPage(<TranslateDialog proposal={STRANGERS} onClose={vi.fn()} />, { path: '/App/Home' });
  const screen = await show();
  const name = screen.getByRole('textbox', { name: 'Translated name' });
  await screen.getByLabelText('Into').selectOptions('ar');
  await name.fill('ماكينة');
  await screen.getByLabelText('Into').selectOptions('en');
  await expect.element(name).toHaveValue(ENGLISH.title);
  await screen.getByLabelText('Into').selectOptions('ar');
  await expect.element(name).toHaveValue('ماكينة');
  await screen.unmount();
  const anew = await show();
  await anew.getByLabelText('Into').selectOptions('ar');
  await expect.element(anew.getByRole('textbox', { name: 'Translated name' })).toHaveValue('ماكينة');
});

test('staff translate the words as they stand there, and correct what the owner has changed meanwhile (R26.4)', async () => {
  const onClose = vi.fn();
  const sent: unknown[] = [];
  fake('findMfi', () => ROI);
  fake('translateProposal', ({ body }) => {
    sent.push(body);
    return { id: '101', language: 'ar', isOutdated: sent.length === 1 };
  });
  const screen = await renderPage(<TranslateDialog proposal={STRANGERS} onClose={onClose} />, { path: '/App/Home' });
  await expect.element(screen.getByRole('textbox', { name: 'Translated name' })).toHaveValue(ENGLISH.title);
  await screen.getByLabelText('Into').selectOptions('ar');
  await screen.getByRole('textbox', { name: 'Translated name' }).fill('ماكينة خياطة');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('required', { exact: true })).toBeVisible();
  await screen.getByRole('textbox', { name: 'Translated description' }).fill('لخياطة الزي المدرسي.');
  await screen.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(onClose).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const body = { language: 'ar', title: 'ماكينة خياطة', description: 'لخياطة الزي المدرسي.', original: BENGALI };
  expect(sent).toEqual([body, body]);
});

test('a translation that was begun of words that are gone is not taken for one of the new words (R26.4)', async () => {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  const show = async (change: object = {}) => {
    const screen = await renderPage(<TranslateDialog proposal={{ ...STRANGERS, ...change }} onClose={vi.fn()} />, {
      path: '/App/Home',
    });
    await screen.getByLabelText('Into').selectOptions('ar');
    return { screen, name: screen.getByRole('textbox', { name: 'Translated name' }) };
  };
  const before = await show();
  await before.name.fill('ماكينة خياطة');
  await before.screen.unmount();
  const colleagues = { ...ENGLISH, language: 'ar', title: 'ماكينة' } as const;
  for (const change of [{ title: 'একটি তাঁত' }, { translations: [ENGLISH, colleagues] }]) {
    const { screen, name } = await show(change);
    await expect.element(name).toHaveValue('translations' in change ? colleagues.title : '');
    await screen.unmount();
  }
  await expect.element((await show()).name).toHaveValue('ماكينة خياطة');
});

const edit = (detail: object) => dispatchEvent(new CustomEvent('edited', { detail }));

/** The dialog on a page where an `edited` event changes the proposal, as its owner may while the dialog is open. */
function Edited() {
  const [proposal, setProposal] = useState(STRANGERS);
  useEffect(() => {
    const change = (event: Event) => setProposal((now) => ({ ...now, ...(event as CustomEvent<object>).detail }));
    addEventListener('edited', change);
    return () => removeEventListener('edited', change);
  }, []);
  return <TranslateDialog proposal={proposal} onClose={() => undefined} />;
}

test('a translation is of the words that stood there as it began, until its staff have read the new ones (R26.4)', async () => {
  const sent: unknown[] = [];
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('translateProposal', ({ body }) => {
    sent.push(body);
    return { id: '101', language: 'en', isOutdated: sent.length === 1 };
  });
  const screen = await renderPage(<Edited />, { path: '/App/Home' });
  const name = screen.getByRole('textbox', { name: 'Translated name' });
  await name.fill('A strong machine');
  edit({ title: 'একটি তাঁত' });
  await expect.element(screen.getByText(BENGALI.title).last()).toBeVisible();
  await expect.element(name).toHaveValue('A strong machine');
  await screen.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  edit({ translations: [{ ...ENGLISH, title: 'A strong machine', isOutdated: true }] });
  await expect.element(screen.getByText('একটি তাঁত').last()).toBeVisible();
  await expect.element(name).toHaveValue('A strong machine');
  await screen.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  const body = { language: 'en', title: 'A strong machine', description: 'To sew.' };
  expect(sent).toEqual([
    { ...body, original: BENGALI },
    { ...body, original: { ...BENGALI, title: 'একটি তাঁত' } },
  ]);
});

test('a translation of the new words is held to them too, however often their owner changes them (R26.4)', async () => {
  const sent: unknown[] = [];
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('translateProposal', ({ body }) => {
    sent.push(body.original);
    return { id: '101', language: 'en', isOutdated: sent.length < 3 };
  });
  const screen = await renderPage(<Edited />, { path: '/App/Home' });
  const name = screen.getByRole('textbox', { name: 'Translated name' });
  const save = async () => {
    const times = sent.length + 1;
    await screen.getByRole('button', { name: 'Save' }).click();
    await vi.waitFor(() => expect(sent).toHaveLength(times));
  };
  // The server keeps one of two spaces.
  await name.fill('A  strong machine');
  await save();
  edit({ title: 'একটি তাঁত', translations: [{ ...ENGLISH, title: 'A strong machine', isOutdated: true }] });
  await expect.element(screen.getByText('একটি তাঁত').last()).toBeVisible();
  await name.fill('A loom');
  edit({ title: 'দুটি তাঁত' });
  // The list that holds it was read anew.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(name).toHaveValue('A loom');
  await save();
  edit({ translations: [{ ...ENGLISH, title: 'A loom', isOutdated: true }] });
  await expect.element(screen.getByText('দুটি তাঁত').last()).toBeVisible();
  await expect.element(name).toHaveValue('A loom');
  await save();
  expect(sent).toEqual([BENGALI, { ...BENGALI, title: 'একটি তাঁত' }, { ...BENGALI, title: 'দুটি তাঁত' }]);
});
