import { addDays, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { centsOfDollars } from '@sathi/domain/money.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { guessStoryLanguage } from '@sathi/domain/story-language.ts';
import { investTogether } from '../features/investments/investments.service.ts';
import { approveProposal, releaseFunds, returnProposal } from '../features/proposals/approvals.service.ts';
import { createProposal, setIgnored, setStatus } from '../features/proposals/proposals.service.ts';
import type { PaymentRow } from '../features/repayments/payments.repository.ts';
import { approvePayment } from '../features/repayments/paying.repository.ts';
import { askedPayment, notePayment, rejectPayment } from '../features/repayments/repayments.service.ts';
import type { WithdrawalRow } from '../features/withdrawals/withdrawals.repository.ts';
import { askedWithdrawal, requestWithdrawal, updateWithdrawal } from '../features/withdrawals/withdrawals.service.ts';
import type { DaysAgo, SeedBacking, SeedLoan, SeedPayment, SeedWithdrawal } from './loan.ts';
import { PEOPLE } from './people.ts';
import { type Officer, onProposal, type SeedContext, type Step, type Story } from './story.ts';
import { seedChange } from './seed-change.ts';
import { troubledSteps } from './troubled-steps.ts';

const DAYS_UNTIL_NEEDED = 35;

/** One loan's life, each step through the use case that a person would use. */
export function loanSteps(context: SeedContext, officer: Officer, loan: SeedLoan): Step[] {
  let proposalId: ProposalId | undefined;
  const id = (): ProposalId => {
    if (proposalId === undefined) throw new Error(`${loan.title}: something happened before it was written`);
    return proposalId;
  };
  const story: Story = { ...context, ...officer, loan, id };
  const create = async (now: Date): Promise<void> => {
    proposalId = (await createDraft(story, now)).id;
  };
  return [
    { daysAgo: loan.created, run: create },
    ...publishingSteps(story),
    ...(loan.backings ?? []).map((backing) => backingStep(story, backing)),
    ...decisionSteps(story),
    ...(loan.withdrawals ?? []).flatMap((withdrawal) => withdrawalSteps(story, withdrawal)),
    ...(loan.payments ?? []).flatMap((payment) => paymentSteps(story, payment)),
    ...troubledSteps(story),
  ];
}

function createDraft({ tx, people, pictures, loan, mfiId }: Story, now: Date) {
  const { title, description, months: monthsToRepay, place = null, category = null } = loan;
  const neededOn = addDays(calendarDateIn('UTC', now), DAYS_UNTIL_NEEDED);
  const image = pictures[loan.picture];
  const amountCents = centsOfDollars(loan.dollars);
  const asked = { amountCents, askedMinor: null, askedCurrency: null };
  const values = { title, description, ...asked, monthsToRepay, neededOn, image, imageAlt: null };
  const storyLanguage = guessStoryLanguage(`${title}\n${description}`);
  const whoAndWhere = { place, category, storyLanguage };
  return createProposal({
    ...seedChange(tx, people[loan.owner], now),
    values: { ...values, ...whoAndWhere, acceptPartial: loan.takesPart ?? false },
    mfiId,
    publish: false,
  });
}

function publishingSteps(story: Story): Step[] {
  const { people, loan } = story;
  const publish = async (now: Date) => setStatus(await onProposal(story, people[loan.owner], now), 'published');
  const ignore = (viewer: SignedIn) => async (now: Date) => setIgnored(await onProposal(story, viewer, now), true);
  return [
    ...when(loan.published, publish),
    ...(loan.ignored ?? []).map(([who, daysAgo]): Step => ({ daysAgo, run: ignore(people[who]) })),
  ];
}

function backingStep({ tx, people, id }: Story, [backer, dollars, daysAgo]: SeedBacking): Step {
  const attempt = { scope: 'seed', key: null, requestHash: 'seed', encode: () => ({ status: 201, response: null }) };
  const backing = { investor: people[backer], amountCents: centsOfDollars(dollars), anonymous: false, attempt };
  const run = async (now: Date): Promise<void> => {
    const [outcome] = await investTogether(tx, id(), [backing], () => now);
    if (outcome instanceof Error) throw outcome;
  };
  return { daysAgo, run };
}

function decisionSteps(story: Story): Step[] {
  const { viewer, loan } = story;
  const { reason = 'other', note = '' } = loan.returned ?? {};
  return [
    ...when(loan.checked, async (now) => approveProposal(await onProposal(story, viewer, now))),
    ...when(loan.released, async (now) => releaseFunds(await onProposal(story, viewer, now))),
    ...when(loan.returned?.at, async (now) =>
      returnProposal({ ...(await onProposal(story, viewer, now)), body: { reason, note } }),
    ),
  ];
}

function withdrawalSteps(story: Story, withdrawal: SeedWithdrawal): Step[] {
  const { tx, people, viewer, loan, sealKeys } = story;
  const { rejected, failed, method, bankName = null } = withdrawal;
  const owner = people[loan.owner];
  let requested: WithdrawalRow | undefined;
  const request = async (now: Date): Promise<void> => {
    const { firstName, lastName, phone } = PEOPLE[loan.owner];
    const destination = { accountName: `${firstName} ${lastName}`, accountNumber: phone, bankName, branch: null };
    const request = { method, destination, kept: null, sealKeys, sessionSince: now, rests: false };
    requested = await requestWithdrawal({ ...(await onProposal(story, owner, now)), ...request });
  };
  type Body = Parameters<typeof updateWithdrawal>[0]['body'];
  const move = (who: SignedIn, body: Body) => async (now: Date) => {
    if (requested === undefined) throw new Error(`${loan.title}: a withdrawal moved before it was asked for`);
    const subject = await askedWithdrawal({ tx, asked: requested });
    return updateWithdrawal({ ...seedChange(tx, who, now), ...subject, body });
  };
  const reference = `TRX-${Math.round(loan.dollars * 7919)}`;
  return [
    { daysAgo: withdrawal.requested, run: request },
    ...when(withdrawal.sent, move(viewer, { state: 'sent', reference })),
    ...when(withdrawal.confirmed, move(owner, { state: 'confirmed' })),
    ...when(rejected?.at, move(viewer, { state: 'rejected', reason: rejected?.reason })),
    ...when(failed?.at, move(viewer, { state: 'failed', reason: failed?.reason })),
  ];
}

function paymentSteps(story: Story, payment: SeedPayment): Step[] {
  const { tx, people, viewer, loan, id: proposalId } = story;
  const { rejected } = payment;
  let entered: PaymentRow | undefined;
  const enter = async (now: Date): Promise<void> => {
    const change = await onProposal(story, payment.byStaff ? viewer : people[loan.owner], now);
    entered = await notePayment({ ...change, account: null }, { amount: centsOfDollars(payment.dollars) });
  };
  const decision = async (now: Date) => {
    if (entered === undefined) throw new Error(`${loan.title}: a payment was decided before it was entered`);
    const subject = await askedPayment({ tx, viewer, asked: { proposalId: proposalId(), id: entered.id } });
    return { ...seedChange(tx, viewer, now), ...subject };
  };
  return [
    { daysAgo: payment.entered, run: enter },
    ...when(payment.approved, async (now) => approvePayment(await decision(now))),
    ...when(rejected?.at, async (now) => rejectPayment(await decision(now), rejected?.reason ?? '')),
  ];
}

function when(daysAgo: DaysAgo | undefined, run: Step['run']): Step[] {
  return daysAgo === undefined ? [] : [{ daysAgo, run }];
}
