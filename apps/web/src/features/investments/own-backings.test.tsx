import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import OwnBackings from './own-backings.tsx';

const loan: ProposalDetails = {
  ...SEWING_MACHINE,
  status: 3,
  fundingDeadline: '2026-12-20T18:29:59.999Z',
  allowedActions: ['cancelBacking'],
};
const at = { path: '/App/proposal?mfi=ROI&id=169' };
const ours = { dateBacked: '2026-12-01T06:00:00.000Z', awaited: 0, toCredit: 0, outside: 0 };

test('R31.1: a backer reads where each part of the money goes before one of two backings is taken back', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('findOwnBackings', () => ({
    backings: [
      { ...ours, id: '41', amount: 20, outside: 20 },
      { ...ours, id: '42', amount: 15, awaited: 4, toCredit: 11 },
    ],
    hindrance: null,
  }));
  fake('cancelBacking', ({ body }) => {
    sent.push(body);
    return { ...ours, amount: 15, proposal: { status: 3, currentBalance: 20, remainingAmount: 80 } };
  });
  const screen = await renderPage(<OwnBackings proposal={loan} />, at);
  await screen.getByRole('button', { name: 'Take back my backing of $15' }).click();
  await expect.element(screen.getByText('$11 becomes your credit', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('need not pay the $4', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: 'No' }).click();
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Take back my backing of $15' }).click();
  await screen.getByRole('button', { name: 'Yes, take back' }).click();
  await expect.poll(() => sent).toEqual([{ proposalId: '169', id: '42' }]);
});
