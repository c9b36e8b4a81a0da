import { expect, test } from 'vitest';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import ShareProposal from './share-proposal.tsx';

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

test.each([
  [0, /was paid back in full\./],
  [60, /^Nothing is owed any more for/],
])('a shared loan of which %i dollars were given up is called what it is (R30.2)', async (forgivenAmount, words) => {
  const proposal = { ...SEWING_MACHINE, status: 6 as const, forgivenAmount };
  const screen = await renderPage(<ShareProposal proposal={proposal} onClose={() => undefined} />, { path: '/' });
  await expect.element(screen.getByText(words)).toBeVisible();
});
