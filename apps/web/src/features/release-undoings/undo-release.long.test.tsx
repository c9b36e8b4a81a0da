import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import UndoRelease from './undo-release.tsx';

type Facts = DataOf<'findReleaseUndoing'>;
const FREE: Facts = { releasedAt: '2026-08-31T06:00:00.000Z', isAsked: false, hindrance: null, undoing: null };
const UNDOING = { reason: 'She moved away.', enteredAt: '2026-11-01T06:00:00.000Z', mayConfirm: true };
const loan: ProposalDetails = { ...FUNDED, status: 5, allowedActions: ['undoRelease'] };
const at = { path: '/App/proposal?mfi=ROI&id=169' };

test('R31.3: staff propose to undo a release, with a reason', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('findReleaseUndoing', () => FREE);
  fake('enterReleaseUndoing', ({ body }) => {
    sent.push(body);
    return { state: 'entered' };
  });
  const screen = await renderPage(<UndoRelease proposal={loan} />, at);
  await screen.getByRole('button', { name: 'Undo the release' }).click();
  await screen.getByRole('button', { name: 'Propose' }).click();
  expect(sent).toEqual([]);
  await screen.getByLabelText('Reason').fill('She moved away.');
  await screen.getByRole('button', { name: 'Propose' }).click();
  await expect.poll(() => sent).toEqual([{ reason: 'She moved away.' }]);
});

test('R31.4: staff are asked about money that was never sent', async () => {
  startSession('token', OFFICER);
  fake('findReleaseUndoing', () => ({ ...FREE, isAsked: true }));
  const screen = await renderPage(<UndoRelease proposal={loan} />, at);
  await expect.element(screen.getByText('and is not sent', { exact: false })).toBeVisible();
});

test('R34.3: another of the staff reads the reason and confirms, not the one who proposed', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('findReleaseUndoing', () => ({ ...FREE, undoing: UNDOING }));
  fake('confirmReleaseUndoing', ({ body }) => {
    sent.push(body);
    return { state: 'approved', status: 4 };
  });
  const screen = await renderPage(<UndoRelease proposal={loan} />, at);
  await expect.element(screen.getByText('She moved away.')).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm' }).click();
  await screen.getByRole('button', { name: 'Yes, undo the release' }).click();
  await expect.poll(() => sent).toEqual([{ state: 'approved' }]);
});

test('R23.7: the sum of a release is told in the money of the loan first', async () => {
  startSession('token', OFFICER);
  fake('findReleaseUndoing', () => ({ ...FREE, undoing: UNDOING }));
  const local = { amount: '12235.00', currency: 'BDT', rate: '122.35', rateOn: '2026-01-25' } as const;
  const screen = await renderPage(<UndoRelease proposal={{ ...loan, local }} />, at);
  await screen.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(screen.getByText(/^Undo the release of .?BDT 12,235\.00.? \(/)).toBeVisible();
});

test('R31.3: a proposal that something has overtaken is not confirmed', async () => {
  startSession('token', OFFICER);
  fake('findReleaseUndoing', () => ({ ...FREE, hindrance: 'wrong_status', undoing: UNDOING }));
  const screen = await renderPage(<UndoRelease proposal={loan} />, at);
  await expect.element(screen.getByText('can no longer be undone', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
