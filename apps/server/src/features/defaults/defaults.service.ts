import { addDays, type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import {
  asksAgainAt,
  type DefaultCause,
  defaultsByItselfAt,
  type GivenCause,
  isDefaultDue,
  PUT_OFF_MAX,
  writeOffFrom,
} from '@sathi/domain/defaults.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { confirmLoanRefusal, hasEnded } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Db, Tx } from '../../db/db.ts';
import { pageUrl } from '../../delivery/links.ts';
import { found, invalidField } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { followers } from '../notifications/hearers.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import {
  type DefaultRow,
  type DoubtfulLoan,
  findLoanDefault,
  insertDelay,
  listDoubtfulLoans,
  setDefaulted,
} from './defaults.repository.ts';
import { findWriteOff } from './write-offs.repository.ts';

export type Teller = { readonly secret: AppSecret; readonly origin: string };
type OnAsked = Change & { readonly proposal: ProposalRow; readonly asking: DefaultRow | null };
type Answer = {
  readonly reason: string;
  readonly cause?: GivenCause | undefined;
  readonly later?: true | undefined;
};

/** Days after a due day before which no condition of a default holds, in any time zone. */
const DUE_DAYS_AGO = 170;

export function doubtfulBefore(at: Date): CalendarDate {
  return addDays(calendarDateIn('UTC', at), -DUE_DAYS_AGO);
}

/** Whether the condition of a default holds (R10.9), also once money that was sent came back (R29.1). */
export function isDue(loan: DoubtfulLoan, at: Date): boolean {
  return loan.isMoneySent && isDefaultDue({ ...loan, today: calendarDateIn(loan.timeZone, at) });
}

/** The question that may be answered; null for none, and as soon as money or a new plan has answered it (R29.1). */
export async function findQuestion(db: Db, proposalId: ProposalRow['id'], now: Date): Promise<DefaultRow | null> {
  const row = await findLoanDefault(db, proposalId);
  if (row?.state !== 'asked') return null;
  const [loan] = await listDoubtfulLoans(db, doubtfulBefore(now), proposalId);
  return loan !== undefined && isDue(loan, now) ? row : null;
}

/**
 * Staff answer whether a loan is in default: with its cause, or later, which asks again in 30 days, twice at most (R29.1).
 *
 * @throws RefusalError `invalid_request` for both answers or none
 */
export async function answerDefault(change: OnAsked, teller: Teller, { reason, cause, later }: Answer) {
  const { tx, viewer, proposal, now } = change;
  const asking = found(change.asking);
  if ((cause === undefined) === (later === undefined)) throw invalidField('cause', 'invalid');
  if (cause !== undefined) {
    const declared = { cause, reason, decidedBy: viewer.id };
    await declareDefault({ tx, now, proposalId: proposal.id, asking }, declared);
    const { name } = found(await findMfiById(tx, proposal.mfiId));
    await tellOfDefault(tx, teller, { ...proposal, proposalId: proposal.id, mfiName: name }, now);
    return { repaymentState: 'defaulted' as const, defaultedAt: now };
  }
  await insertDelay(tx, { defaultId: asking.id, reason, putOffBy: viewer.id, putOffAt: now });
  return { repaymentState: 'late' as const, defaultedAt: null };
}

type Declaring = {
  readonly tx: Tx;
  readonly now: Date;
  readonly proposalId: ProposalRow['id'];
  readonly asking: DefaultRow;
};
type Declared = {
  readonly cause: DefaultCause;
  readonly reason: string | null;
  readonly decidedBy: SignedIn['id'] | null;
};

/** Puts a loan into default; the caller holds its lock. The status stays (R10.9). */
export async function declareDefault({ tx, now, proposalId, asking }: Declaring, declared: Declared): Promise<void> {
  await setDefaulted(tx, asking.id, { ...declared, closedAt: now });
  await setProposal(tx, proposalId, { defaultedAt: now });
}

type Told = Pick<ProposalRow, 'ownerId' | 'title'> & {
  readonly proposalId: ProposalRow['id'];
  readonly mfiName: string;
};

/**
 * The borrower and the backers hear of a default once, the backers by mail with the other news of the day (R27.2); the words of
 * staff about it stay in the office.
 */
export async function tellOfDefault(tx: Tx, teller: Teller, told: Told, now: Date): Promise<void> {
  const { proposalId, ownerId, title, mfiName } = told;
  const about = { proposalId, ownerId, title, mfiName };
  const hearers = await followers(tx, { proposalId });
  const event = { ...about, key: `loan_defaulted:${proposalId}`, url: pageUrl(teller.origin, about), hearers };
  await tellWithin(tx, teller, 'loan_defaulted', event, now);
}

/** The state of a loan as its staff read it. */
export async function defaultAnswer(db: Db, proposal: ProposalRow, viewer: SignedIn, now: Date) {
  const row = await findLoanDefault(db, proposal.id);
  const writeOff = await findWriteOff(db, proposal.id);
  const office = await findOffice(db, proposal.mfiId, now);
  const asked = await findQuestion(db, proposal.id, now);
  const defaulted = row?.state === 'defaulted' ? row : null;
  const again = asked && asksAgainAt(asked);
  return {
    asked: asked && {
      askedAt: asked.askedAt,
      putOffUntil: again !== null && again > now ? again : null,
      byItselfAt: defaultsByItselfAt(asked),
      mayPutOff: asked.putOffAt.length < PUT_OFF_MAX,
    },
    defaulted: defaulted && {
      defaultedAt: defaulted.closedAt ?? now,
      cause: defaulted.cause ?? ('unknown' as const),
      reason: defaulted.reason,
    },
    writeOffFrom: proposal.defaultedAt && writeOffFrom(proposal.defaultedAt),
    writeOff:
      writeOff === undefined
        ? null
        : {
            state: writeOff.state,
            reason: writeOff.reason,
            enteredAt: writeOff.enteredAt,
            amount: writeOff.amountCents,
            mayConfirm:
              writeOff.state === 'entered' &&
              !hasEnded({ ...writeOff, approvedAt: null }, now) &&
              confirmLoanRefusal(viewer, writeOff, office, proposal.ownerId) === null,
          },
  };
}
