import { addDays, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import { centsOfDollars } from '@sathi/domain/money.ts';
import { PROPOSAL_STATUS, type SignedIn } from '@sathi/domain/proposals.ts';
import type { Db } from '../db/db.ts';
import { investBatch } from '../features/investments/investments.service.ts';
import { approveProposal, releaseFunds, returnProposal } from '../features/proposals/approvals.service.ts';
import { createProposal, setIgnored, setStatus } from '../features/proposals/proposals.service.ts';
import { approvePayment, enterPayment, rejectPayment } from '../features/repayments/repayments.service.ts';
import { requestWithdrawal, updateWithdrawal } from '../features/withdrawals/withdrawals.service.ts';
import type { DaysAgo, SeedBacking, SeedLoan, SeedPayment, SeedWithdrawal } from './loan.ts';
import { PEOPLE } from './people.ts';
import type { SeededPeople } from './seed-people.ts';
import type { PictureKeys } from './store-pictures.ts';
import { SEED_ATTEMPT } from './seed-attempt.ts';

/** Something that happens at one moment. What all loans tell is done in the order of time. */
export type Step = { readonly daysAgo: DaysAgo; readonly run: (now: Date) => Promise<unknown> };

export type SeedContext = {
  readonly db: Db;
  readonly people: SeededPeople;
  readonly pictures: PictureKeys;
  /** Encrypts where a withdrawal goes. */
  readonly sealKey: Buffer;
};

type Officer = { readonly viewer: SignedIn; readonly mfiId: MfiId };
type Story = SeedContext & Officer & { readonly loan: SeedLoan; readonly id: () => ProposalId };

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
  ];
}

function createDraft({ db, people, pictures, loan, mfiId }: Story, now: Date) {
  const { title, description, months: monthsToRepay } = loan;
  const neededOn = addDays(calendarDateIn('UTC', now), DAYS_UNTIL_NEEDED);
  const image = pictures[loan.picture];
  const amountCents = centsOfDollars(loan.dollars);
  const values = { title, description, amountCents, monthsToRepay, neededOn, image, imageAlt: null };
  return createProposal(db, { viewer: people[loan.owner], attempt: SEED_ATTEMPT, now, values, mfiId, publish: false });
}

function publishingSteps({ db, people, loan, id }: Story): Step[] {
  const command = { viewer: people[loan.owner], attempt: SEED_ATTEMPT };
  const publish = (now: Date) =>
    setStatus(db, { ...command, now, proposalId: id(), status: PROPOSAL_STATUS.published });
  const ignore = (viewer: SignedIn) => (now: Date) =>
    setIgnored(db, { viewer, attempt: SEED_ATTEMPT, now, proposalId: id(), ignored: true });
  return [
    ...when(loan.published, publish),
    ...(loan.ignored ?? []).map(([who, daysAgo]): Step => ({ daysAgo, run: ignore(people[who]) })),
  ];
}

function backingStep({ db, people, id }: Story, [backer, dollars, daysAgo]: SeedBacking): Step {
  const backing = { investor: people[backer], amountCents: centsOfDollars(dollars), attempt: SEED_ATTEMPT };
  const run = async (now: Date): Promise<void> => {
    const [outcome] = await investBatch(db, id(), [backing], now);
    if (outcome instanceof Error) throw outcome;
  };
  return { daysAgo, run };
}

function decisionSteps({ db, viewer, mfiId, loan, id }: Story): Step[] {
  const command = (now: Date) => ({ viewer, attempt: SEED_ATTEMPT, now, mfiId, proposalId: id() });
  const { returned } = loan;
  return [
    ...when(loan.checked, (now) => approveProposal(db, command(now))),
    ...when(loan.released, (now) => releaseFunds(db, command(now))),
    ...when(returned?.at, (now) =>
      returnProposal(db, { ...command(now), reason: returned?.reason ?? 'other', note: returned?.note ?? '' }),
    ),
  ];
}

function withdrawalSteps(story: Story, withdrawal: SeedWithdrawal): Step[] {
  const { db, people, viewer, loan, id, sealKey } = story;
  const { rejected, failed, method, bankName = null } = withdrawal;
  const owner = people[loan.owner];
  let requested: Awaited<ReturnType<typeof requestWithdrawal>> | undefined;
  const request = async (now: Date): Promise<void> => {
    const { firstName, lastName, phone } = PEOPLE[loan.owner];
    const destination = { accountName: `${firstName} ${lastName}`, accountNumber: phone, bankName, branch: null };
    const command = { viewer: owner, attempt: SEED_ATTEMPT, now, proposalId: id(), method, destination, sealKey };
    requested = await requestWithdrawal(db, command);
  };
  type Next = Pick<Parameters<typeof updateWithdrawal>[1], 'viewer' | 'step' | 'reference' | 'reason'>;
  const move = (next: Next) => (now: Date) => {
    if (requested === undefined) throw new Error(`${loan.title}: a withdrawal moved before it was asked for`);
    return updateWithdrawal(db, { ...next, attempt: SEED_ATTEMPT, now, withdrawalId: requested.id });
  };
  const none = { reference: null, reason: null };
  const reference = `TRX-${Math.round(loan.dollars * 7919)}`;
  return [
    { daysAgo: withdrawal.requested, run: request },
    ...when(withdrawal.sent, move({ ...none, viewer, step: 'sent', reference })),
    ...when(withdrawal.confirmed, move({ ...none, viewer: owner, step: 'confirmed' })),
    ...when(rejected?.at, move({ ...none, viewer, step: 'rejected', reason: rejected?.reason ?? null })),
    ...when(failed?.at, move({ ...none, viewer, step: 'failed', reason: failed?.reason ?? null })),
  ];
}

function paymentSteps({ db, people, viewer, loan, id }: Story, payment: SeedPayment): Step[] {
  const owner = people[loan.owner];
  const { rejected } = payment;
  let entered: Awaited<ReturnType<typeof enterPayment>> | undefined;
  const enter = async (now: Date): Promise<void> => {
    const amountCents = centsOfDollars(payment.dollars);
    const command = {
      viewer: payment.byStaff ? viewer : owner,
      attempt: SEED_ATTEMPT,
      now,
      proposalId: id(),
      amountCents,
    };
    entered = await enterPayment(db, { ...command, onBehalfOf: owner.id });
  };
  const decision = (now: Date) => {
    if (entered === undefined) throw new Error(`${loan.title}: a payment was decided before it was entered`);
    return { viewer, attempt: SEED_ATTEMPT, now, proposalId: id(), paymentId: entered.id };
  };
  return [
    { daysAgo: payment.entered, run: enter },
    ...when(payment.approved, (now) => approvePayment(db, decision(now))),
    ...when(rejected?.at, (now) => rejectPayment(db, { ...decision(now), reason: rejected?.reason ?? '' })),
  ];
}

function when(daysAgo: DaysAgo | undefined, run: Step['run']): Step[] {
  return daysAgo === undefined ? [] : [{ daysAgo, run }];
}
