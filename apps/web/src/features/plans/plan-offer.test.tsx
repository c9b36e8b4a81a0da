import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA } from '../../test/people.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { shownToasts } from '../../ui/toast.ts';
import PlanChanges from './plan-changes.tsx';
import PlanOffer from './plan-offer.tsx';
import StaffHardship from './staff-hardship.tsx';

type PlanChange = DataOf<'listPlanChanges'>[number];
const OFFER: PlanChange = {
  id: '7',
  state: 'approved',
  months: 6,
  firstDueOn: '2026-12-31',
  reason: 'The flood took the first harvest.',
  enteredAt: '2026-11-20T06:00:00.000Z',
  closedAt: null,
  awaitsAnother: false,
  before: [],
};
const CHANGED: PlanChange = {
  ...OFFER,
  state: 'accepted',
  closedAt: '2026-11-21T06:00:00.000Z',
  before: [{ dueOn: '2026-10-15', amount: 15, local: null }],
};
const REQUEST: DataOf<'listHardships'>[number] = {
  id: '4',
  state: 'open',
  reason: 'crop_loss',
  monthly: 5,
  localMonthly: null,
  fromOn: '2026-12-31',
  note: 'The river took the field.',
  askedAt: '2026-11-20T06:00:00.000Z',
  closedAt: null,
  answer: null,
};
const staffs: ProposalDetails = { ...FUNDED, allowedActions: ['changePlan'] };
const at = { path: '/App/proposal?mfi=ROI&id=169' };

test('R28.2: the borrower reads the offer with its reason, and accepts it after a question', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('listPlanChanges', () => [OFFER]);
  fake('answerPlan', ({ query, body }) => {
    sent.push(query, body);
    return { id: '7', state: 'accepted' };
  });
  const screen = await renderPage(<PlanOffer proposal={FUNDED} />, at);
  await expect
    .element(screen.getByText(/proposes a new plan: 6 months of about .*the first on .*31\/12\/2026/))
    .toBeVisible();
  await expect.element(screen.getByText(OFFER.reason)).toBeVisible();
  for (const name of ['Accept the new plan', 'Keep the old plan']) {
    await expect.element(screen.getByRole('button', { name })).toHaveAttribute('data-help', 'answerPlan');
  }
  await screen.getByRole('button', { name: 'Accept the new plan' }).click();
  expect(sent).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => sent).toEqual([{ proposalId: '169', id: '7' }, { state: 'accepted' }]);
});

test('an answer to a plan that is refused, and a confirmation, are told beside their buttons', async () => {
  startSession('token', RAHIMA);
  fake('listPlanChanges', () => [OFFER]);
  fake('answerPlan', () => ({ refusal: 'wrong_status' }));
  fake('confirmPlan', () => ({ refusal: 'wrong_status' }));
  const own = await renderPage(<PlanOffer proposal={FUNDED} />, at);
  await own.getByRole('button', { name: 'Accept the new plan' }).click();
  await own.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(own.getByRole('alert')).toBeVisible();
  expect(shownToasts()).toEqual([]);
  await own.unmount();
  startSession('token', OFFICER);
  fake('listPlanChanges', () => [{ ...OFFER, state: 'entered' }]);
  const screen = await renderPage(<PlanChanges proposal={staffs} />, at);
  await screen.getByRole('button', { name: 'Confirm the plan' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  expect(shownToasts()).toEqual([]);
});

test('R28.2: a plan that is not for the borrower yet is not offered', async () => {
  startSession('token', RAHIMA);
  fake('listPlanChanges', () => [{ ...OFFER, state: 'entered' }, CHANGED]);
  const screen = await renderPage(<PlanOffer proposal={FUNDED} />, at);
  expect(screen.getByRole('button', { name: 'Accept the new plan' }).elements()).toEqual([]);
});

test('R28.2: staff propose a plan with months, first day and a reason for the backers', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('listPlanChanges', () => []);
  fake('enterPlan', ({ body }) => {
    sent.push(body);
    return { id: '8', state: 'approved' };
  });
  const screen = await renderPage(<PlanChanges proposal={staffs} />, at);
  const propose = screen.getByRole('button', { name: 'Propose a new plan' });
  await expect.element(propose).toHaveAttribute('data-help', 'changePlan');
  await propose.click();
  await screen.getByLabelText('Over how many months').fill('61');
  await screen.getByRole('button', { name: 'Propose it' }).click();
  await expect.element(screen.getByText('Please enter a number from 1 to 60.')).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByLabelText('Over how many months').fill('6');
  await screen.getByLabelText('Why').fill('The flood.');
  await screen.getByRole('button', { name: 'Propose it' }).click();
  await expect.poll(() => sent).toEqual([{ months: 6, firstDueOn: expect.any(String), reason: 'The flood.' }]);
});

test('R34.3: another of the staff confirms a long plan, and the one who proposed it only waits', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('listPlanChanges', () => [{ ...OFFER, state: 'entered', awaitsAnother: sent.length > 0 }]);
  fake('confirmPlan', ({ body }) => {
    sent.push(body);
    return { id: '7', state: 'approved' };
  });
  const screen = await renderPage(<PlanChanges proposal={staffs} />, at);
  await expect.element(screen.getByText(/waits for another of the staff/)).toBeVisible();
  const confirm = screen.getByRole('button', { name: 'Confirm the plan' });
  await expect.element(confirm).toHaveAttribute('data-help', 'changePlan');
  await confirm.click();
  await expect.poll(() => sent).toEqual([{ state: 'approved' }]);
  await expect.element(screen.getByText(/confirmed and proposed to the borrower/)).toBeVisible();
});

test('R28.2: confirming a plan that answers a request says that it is in force, and the request is gone', async () => {
  startSession('token', OFFICER);
  let isConfirmed = false;
  fake('listHardships', () => [{ ...REQUEST, state: isConfirmed ? 'answered' : 'open' }]);
  fake('listPlanChanges', () => [isConfirmed ? CHANGED : { ...OFFER, state: 'entered' }]);
  fake('confirmPlan', () => {
    isConfirmed = true;
    return { id: '7', state: 'accepted' };
  });
  const both = (
    <>
      <StaffHardship proposal={staffs} />
      <PlanChanges proposal={staffs} />
    </>
  );
  const screen = await renderPage(both, at);
  await expect.element(screen.getByText(REQUEST.note)).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm the plan' }).click();
  await expect.element(screen.getByText(/it is in force/)).toBeVisible();
  await expect.element(screen.getByText(REQUEST.note)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Answer no' }).elements()).toEqual([]);
});

test('R28.2: while a plan from before the request waits for its borrower, staff may still answer no', async () => {
  startSession('token', OFFICER);
  fake('listHardships', () => [REQUEST]);
  fake('listPlanChanges', () => [{ ...OFFER, state: 'approved' }]);
  const screen = await renderPage(<StaffHardship proposal={staffs} />, at);
  await expect.element(screen.getByRole('button', { name: 'Answer no' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Propose a new plan' }).elements()).toEqual([]);
});

test('R8.5: backers read why the plan changed, and the plan before', async () => {
  startSession('token', OFFICER);
  fake('listPlanChanges', () => [CHANGED]);
  const screen = await renderPage(<PlanChanges proposal={{ ...FUNDED, allowedActions: [] }} />, at);
  await expect.element(screen.getByText(/The plan was changed on .*21\/11\/2026/)).toBeVisible();
  await expect.element(screen.getByText(CHANGED.reason)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Propose a new plan' }).elements()).toEqual([]);
});
