import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import Forgive from './forgive.tsx';

const loan: ProposalDetails = { ...FUNDED, allowedActions: ['forgive'] };
const at = { path: '/App/proposal?mfi=ROI&id=169' };

test('R30.1, R30.2: a backer reads once more what they give up, and whether the borrower reads their name', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('findForgiving', () => ({ amount: 36, hindrance: null }));
  fake('forgive', ({ body }) => {
    sent.push(body);
    return { amount: 36, proposal: { status: 5, outstandingAmount: 54 } };
  });
  const screen = await renderPage(<Forgive proposal={loan} />, at);
  await screen.getByRole('button', { name: 'Give up what is owed to me' }).click();
  await screen.getByLabelText('that it was me', { exact: false }).click();
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByText('is not possible')).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Give up $36' }).click();
  await expect.poll(() => sent).toEqual([{ proposalId: '169', sayWho: true }]);
});

test('R30.3: a hindrance is said, and nothing can be sent', async () => {
  startSession('token', RAHIMA);
  fake('findForgiving', () => ({ amount: 36, hindrance: 'payment_pending' }));
  const screen = await renderPage(<Forgive proposal={loan} />, at);
  await screen.getByRole('button', { name: 'Give up what is owed to me' }).click();
  await expect.element(screen.getByText('waits for the office', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Review' })).toBeDisabled();
});
