import type { PaymentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { formatUsd } from '../http/sentences.ts';
import * as funding from '../notices/funding-notices.ts';
import * as loan from '../notices/loan-notices.ts';
import type { Notice } from '../notices/notice.ts';
import type { Outside } from '../outside.ts';
import { publicOrigin } from '../public-origin.ts';
import { enqueueMessages } from './messages.ts';
import type { JobHandler } from './outbox.ts';
import {
  findToldEvent,
  findToldProposal,
  listBackerIds,
  listPaymentShares,
  listReaders,
  listStaffIds,
  type Reader,
  type ToldEvent,
  type ToldProposal,
} from './tell-proposal-event.repository.ts';

export const PROPOSAL_EVENT_JOB = 'proposal_event';
export const PAYMENT_APPROVED_JOB = 'payment_approved';

type Released = { readonly userId: UserId; readonly amountCents: Cents; readonly toCreditCents: Cents };
type EventPayload = { proposalId: ProposalId; eventId: number; backers?: readonly Released[] };
type PaymentPayload = { proposalId: ProposalId; paymentId: PaymentId; amountCents: Cents };
type Mail = { readonly reader: Reader; readonly notice: Notice };
type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/**
 * Writes a mail to everybody whom an event concerns. Each has a key of its own (event and user), so that doing the job twice
 * sends nothing twice.
 */
export function tellProposalEvent(outside: Port): JobHandler {
  return async ({ payload }) => {
    const { proposalId, eventId, backers = [] } = payload as EventPayload;
    const event = await findToldEvent(outside.db, proposalId, eventId);
    const proposal = await findToldProposal(outside.db, proposalId);
    if (!event || !proposal) return;
    await send(outside, `proposal_event:${eventId}`, await mailsOf(outside, proposal, event, backers));
  };
}

/** As {@link tellProposalEvent}, for a payment that was found to have arrived. */
export function tellPaymentApproved(outside: Port): JobHandler {
  return async ({ payload }) => {
    const { proposalId, paymentId, amountCents } = payload as PaymentPayload;
    const { db } = outside;
    const proposal = await findToldProposal(db, proposalId);
    if (!proposal) return;
    const about = aboutOf(outside, proposal);
    const shares = new Map(
      (await listPaymentShares(db, proposalId, paymentId)).map((row) => [row.userId, row.shareCents]),
    );
    const owner = await mailEach(db, proposal, [proposal.ownerId], ({ language }) =>
      loan.paymentApprovedOwner(language, {
        ...about,
        amount: formatUsd(language, amountCents),
        outstanding: formatUsd(language, proposal.outstandingCents),
      }),
    );
    const backers = await mailEach(db, proposal, [...shares.keys()], ({ language, userId, creditCents }) =>
      loan.paymentApprovedBacker(language, {
        ...about,
        share: formatUsd(language, shares.get(userId) as Cents),
        credit: formatUsd(language, creditCents),
      }),
    );
    await send(outside, `payment_approved:${paymentId}`, [...owner, ...backers]);
  };
}

async function mailsOf(
  outside: Port,
  proposal: ToldProposal,
  event: ToldEvent,
  released: readonly Released[],
): Promise<Mail[]> {
  const { db } = outside;
  const about = aboutOf(outside, proposal);
  const toOwner = (write: (reader: Reader) => Notice) => mailEach(db, proposal, [proposal.ownerId], write);
  const toBackers = async (write: (reader: Reader) => Notice) =>
    mailEach(db, proposal, await listBackerIds(db, proposal.id), write);
  const whole = ({ language }: Reader) => ({ ...about, amount: formatUsd(language, proposal.amountCents) });
  const own = ({ language, backedCents }: Reader) => ({ ...about, amount: formatUsd(language, backedCents) });

  switch (event.kind) {
    case 'backed':
      return [
        ...(await toOwner((reader) => funding.fullyBackedOwner(reader.language, whole(reader)))),
        ...(await toBackers((reader) => funding.fullyBackedBacker(reader.language, own(reader)))),
        ...(await mailEach(db, proposal, await listStaffIds(db, proposal.id), (reader) =>
          funding.fullyBackedStaff(reader.language, whole(reader)),
        )),
      ];
    case 'expired':
    case 'returned':
      return [
        ...(await toOwner((reader) => closedOwner(reader, about, event))),
        ...(await releasedMails(outside, proposal, released)),
      ];
    case 'approved':
      return toOwner(({ language }) => loan.approvedOwner(language, about));
    case 'approval_withdrawn':
      return mailEach(db, proposal, await listStaffIds(db, proposal.id), ({ language }) =>
        loan.approvalWithdrawnStaff(language, about),
      );
    case 'funds_released':
      return [
        ...(await toOwner((reader) => loan.fundsReleasedOwner(reader.language, whole(reader)))),
        ...(await toBackers((reader) => loan.fundsReleasedBacker(reader.language, own(reader)))),
      ];
    case 'repaid':
      return [
        ...(await toOwner((reader) => loan.repaidOwner(reader.language, whole(reader)))),
        ...(await toBackers(({ language, creditCents }) =>
          loan.repaidBacker(language, { ...about, credit: formatUsd(language, creditCents) }),
        )),
      ];
    default:
      return [];
  }
}

function closedOwner({ language }: Reader, about: funding.About, { kind, reason, note }: ToldEvent): Notice {
  if (kind === 'expired') return funding.expiredOwner(language, about);
  return funding.returnedOwner(language, { ...about, reason: reason ?? 'other', note: note ?? '' });
}

/** The draft is not theirs to see any more, so the link leads to what is open (R5.3). */
async function releasedMails(outside: Port, proposal: ToldProposal, released: readonly Released[]): Promise<Mail[]> {
  const byUser = new Map(released.map((row) => [row.userId, row]));
  const about = { ...aboutOf(outside, proposal), url: `${publicOrigin(outside.config)}/App/Home/${proposal.mfiName}` };
  return mailEach(outside.db, proposal, [...byUser.keys()], ({ language, userId, creditCents }) => {
    const { amountCents, toCreditCents } = byUser.get(userId) as Released;
    return funding.backingReleased(language, {
      ...about,
      amount: formatUsd(language, amountCents),
      toCredit: formatUsd(language, toCreditCents),
      credit: formatUsd(language, creditCents),
    });
  });
}

async function mailEach(
  db: Db,
  proposal: ToldProposal,
  userIds: readonly UserId[],
  write: (reader: Reader) => Notice,
): Promise<Mail[]> {
  const readers = await listReaders(db, proposal.id, userIds);
  return readers.map((reader) => ({ reader, notice: write(reader) }));
}

async function send({ db, secret, now }: Port, key: string, mails: readonly Mail[]): Promise<void> {
  const queued = mails.map(({ reader, notice }) => {
    const dedupeKey = `${key}:${reader.userId}`;
    return { dedupeKey, message: { channel: 'email' as const, to: reader.email, ...notice, dedupeKey } };
  });
  await transaction(db, (tx) => enqueueMessages(tx, secret, queued, now()));
}

function aboutOf(outside: Port, { id, title, mfiName }: ToldProposal): funding.About {
  const query = new URLSearchParams({ mfi: mfiName, id: String(id) });
  return { title, mfiName, url: `${publicOrigin(outside.config)}/App/proposal?${query}` };
}
