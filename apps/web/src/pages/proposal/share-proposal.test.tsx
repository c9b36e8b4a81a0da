import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import ShareProposal from './share-proposal.tsx';

beforeEach(() => fake('findMfi', () => ROI));

test('the sentence that goes with a shared loan says what is missing, and promises nothing', async () => {
  const proposal = { ...SEWING_MACHINE, remainingAmount: 260 };
  const screen = await renderPage(<ShareProposal proposal={proposal} onClose={() => undefined} />, { path: '/' });
  const { firstName } = proposal.user;
  const sentence =
    `${firstName} needs $260 more for “${proposal.title}”. You can lend from $1, without interest. ` +
    'The plan is to pay it back month by month.';
  await expect.element(screen.getByText(sentence)).toBeVisible();
  const whatsApp = screen.getByRole('link', { name: /WhatsApp/ }).element() as HTMLAnchorElement;
  expect(new URL(whatsApp.href).searchParams.get('text')).toContain(sentence);
});

test('R17.11: an update is passed on with a link that ends at it, in the words of the reader', async () => {
  startSession('token', { ...RAHIMA, id: '99' });
  fake('shareLink', () => ({ code: 'k3mp7w2x', visits: 0, backings: 0 }));
  const translation = { language: 'en' as const, title: 'A boat', description: 'To fish.' };
  const proposal = {
    ...SEWING_MACHINE,
    storyLanguage: 'be' as const,
    translations: [{ ...translation, isOutdated: false }],
  };
  const screen = await renderPage(<ShareProposal proposal={proposal} updateId="7" onClose={() => undefined} />, {
    path: '/',
  });
  await expect.element(screen.getByText('There is news from “A boat”.')).toBeVisible();
  await expect
    .element(screen.getByRole('textbox', { name: 'Link' }))
    .toHaveValue(`${location.origin}/App/proposal?mfi=ROI&id=169&by=k3mp7w2x#update-7`);
});

test.each([
  [0, /was paid back in full\./],
  [60, /^Nothing is owed any more for/],
])('a shared loan of which %i dollars were given up is called what it is (R30.2)', async (forgivenAmount, words) => {
  const proposal = { ...SEWING_MACHINE, status: 6 as const, forgivenAmount };
  const screen = await renderPage(<ShareProposal proposal={proposal} onClose={() => undefined} />, { path: '/' });
  await expect.element(screen.getByText(words)).toBeVisible();
});
