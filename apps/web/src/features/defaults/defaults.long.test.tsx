import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import DefaultNote from './default-note.tsx';
import StaffDefault from './staff-default.tsx';

type Facts = DataOf<'findDefault'>;
const NOTHING: Facts = { asked: null, defaulted: null, writeOffFrom: null, writeOff: null };
const ASKED: NonNullable<Facts['asked']> = {
  askedAt: '2026-08-31T06:00:00.000Z',
  putOffUntil: null,
  byItselfAt: '2026-09-30T06:00:00.000Z',
  mayPutOff: true,
};
const DEFAULTED: Facts = {
  ...NOTHING,
  defaulted: { defaultedAt: '2026-09-02T06:00:00.000Z', cause: 'disaster', reason: 'The flood took all.' },
  writeOffFrom: '2026-10-02T06:00:00.000Z',
};
const asked: ProposalDetails = { ...FUNDED, allowedActions: ['confirmDefault'] };
const defaulted: ProposalDetails = {
  ...FUNDED,
  status: 5,
  repaymentState: 'defaulted',
  defaultedAt: '2026-09-02T06:00:00.000Z',
};
const at = { path: '/App/proposal?mfi=ROI&id=169' };

test('R29.1: staff say that a loan is in default, with a cause and a reason', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('findDefault', () => ({ ...NOTHING, asked: ASKED }));
  fake('confirmDefault', ({ body }) => {
    sent.push(body);
    return { repaymentState: 'defaulted', defaultedAt: '2026-09-02T06:00:00.000Z' };
  });
  const screen = await renderPage(<StaffDefault proposal={asked} />, at);
  await screen.getByRole('button', { name: 'Answer' }).click();
  await screen.getByRole('button', { name: 'Save the answer' }).click();
  expect(sent).toEqual([]);
  await screen.getByLabelText('Your answer').selectOptions('disaster');
  await screen.getByLabelText('Reason').fill('The flood took all.');
  await screen.getByRole('button', { name: 'Save the answer' }).click();
  await expect.poll(() => sent).toEqual([{ reason: 'The flood took all.', cause: 'disaster' }]);
});

test('R29.1: staff put it off while they may', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('findDefault', () => ({ ...NOTHING, asked: { ...ASKED, mayPutOff: sent.length === 0 } }));
  fake('confirmDefault', ({ body }) => {
    sent.push(body);
    return { repaymentState: 'late', defaultedAt: null };
  });
  const screen = await renderPage(<StaffDefault proposal={asked} />, at);
  await screen.getByRole('button', { name: 'Answer' }).click();
  await screen.getByLabelText('Your answer').selectOptions('later');
  await screen.getByLabelText('Reason').fill('Her son promised to pay.');
  await screen.getByRole('button', { name: 'Save the answer' }).click();
  await expect.poll(() => sent).toEqual([{ reason: 'Her son promised to pay.', later: true }]);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Answer' }).click();
  await expect.element(screen.getByLabelText('Your answer')).toBeVisible();
  await expect.element(screen.getByText('Not yet: ask again in 30 days')).not.toBeInTheDocument();
});

test('R29.3: one of the office proposes a write-off', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('findDefault', () => DEFAULTED);
  fake('enterWriteOff', ({ body }) => {
    sent.push(body);
    return { state: 'entered' };
  });
  const screen = await renderPage(<StaffDefault proposal={{ ...defaulted, allowedActions: ['writeOff'] }} />, at);
  await expect.element(screen.getByText('In default: a disaster', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: 'Write off' }).click();
  await screen.getByLabelText('Reason').fill('The family has moved away.');
  await screen.getByRole('button', { name: 'Propose the write-off' }).click();
  await expect.poll(() => sent).toEqual([{ reason: 'The family has moved away.' }]);
});

test('R23.7: the sum to write off is told in the money of the loan first', async () => {
  startSession('token', OFFICER);
  const localOutstanding = { amount: '12245.00', currency: 'BDT' } as const;
  const local = { ...localOutstanding, rate: '122.35', rateOn: '2026-01-25' as const };
  const loan: ProposalDetails = { ...defaulted, local, localOutstanding, allowedActions: ['writeOff'] };
  fake('findDefault', () => DEFAULTED);
  const screen = await renderPage(<StaffDefault proposal={loan} />, at);
  await screen.getByRole('button', { name: 'Write off' }).click();
  await expect.element(screen.getByText(/^.?BDT 12,245\.00.? \(.*\) are still owed/)).toBeVisible();
  await screen.unmount();
  const writeOff = { state: 'entered' as const, reason: 'Gone.', enteredAt: '2026-10-02T06:00:00.000Z', amount: null };
  fake('findDefault', () => ({ ...DEFAULTED, writeOff: { ...writeOff, mayConfirm: true } }));
  fake('confirmWriteOff', () => ({ state: 'approved', lost: 100 }));
  const other = await renderPage(<StaffDefault proposal={loan} />, at);
  await expect.element(other.getByText(/A write-off of .?BDT 12,245\.00/)).toBeVisible();
  await other.getByRole('button', { name: 'Confirm the write-off' }).click();
  await expect.element(other.getByText(/^Write .?BDT 12,245\.00/)).toBeVisible();
  await other.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(other.getByText(/^Written off: .?BDT 12,245\.00.? \(.?\$100/)).toBeVisible();
});

test.each([
  [true, 1],
  [false, 0],
])('R34.3: another of the office confirms it: %s', async (mayConfirm, buttons) => {
  startSession('token', OFFICER);
  const writeOff = { state: 'entered' as const, reason: 'Gone.', enteredAt: '2026-10-02T06:00:00.000Z', amount: null };
  fake('findDefault', () => ({ ...DEFAULTED, writeOff: { ...writeOff, mayConfirm } }));
  const screen = await renderPage(<StaffDefault proposal={defaulted} />, at);
  await expect.element(screen.getByText('Gone.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm the write-off' }).elements()).toHaveLength(buttons);
});

test.each([
  ['the borrower', true, null, 'You can pay at any time, also a part'],
  ['a backer', false, null, 'you hear of each'],
  ['a backer of a loan that is written off', false, 'written_off' as const, 'what was owed to you is lost'],
])('R29.1, R29.3: %s reads what it means', async (_, isOwner, closedReason, words) => {
  const screen = await renderPage(<DefaultNote proposal={{ ...defaulted, closedReason }} isOwner={isOwner} />, at);
  await expect.element(screen.getByText(words, { exact: false })).toBeVisible();
});
