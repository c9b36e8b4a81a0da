import type { PaymentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { NotificationKind } from '@sathi/domain/notifications.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { formatUsd } from '../http/sentences.ts';
import * as funding from '../notices/funding-notices.ts';
import * as loan from '../notices/loan-notices.ts';
import type { Notice } from '../notices/notice.ts';
import type { Outside } from '../outside.ts';
import { publicOrigin } from '../public-origin.ts';
import { notify } from './notify.ts';
import type { JobHandler } from './outbox.ts';
import {
  findToldEvent,
  findToldProposal,
  listBackerIds,
  listPaymentShares,
  listReaders,
  listSimilar,
  listStaffIds,
  type Reader,
  type ToldEvent,
  type ToldProposal,
} from './tell-proposal-event.repository.ts';

export const PROPOSAL_EVENT_JOB = 'proposal_event';
export const PAYMENT_APPROVED_JOB = 'payment_approved';

/** How many others a backer hears of whose money came back (R5.3). */
const SIMILAR_COUNT = 3;

type Released = { readonly userId: UserId; readonly amountCents: Cents; readonly toCreditCents: Cents };
type EventPayload = { proposalId: ProposalId; eventId: number; backers?: readonly Released[] };
type PaymentPayload = { proposalId: ProposalId; paymentId: PaymentId; amountCents: Cents };
/** What one person hears of an event. */
type Told = {
  readonly reader: Reader;
  readonly kind: NotificationKind;
  readonly amountCents?: Cents;
  readonly notice: Notice;
};
type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/**
 * Tells everybody whom an event concerns: bell, mail and SMS. Each has a key of its own (event and user), so that doing the job twice
 * sends nothing twice.
 */
export function tellProposalEvent(outside: Port): JobHandler {
  return async ({ payload }) => {
    const { proposalId, eventId, backers = [] } = payload as EventPayload;
    const event = await findToldEvent(outside.db, proposalId, eventId);
    const proposal = await findToldProposal(outside.db, proposalId);
    if (!event || !proposal) return;
    await tell(outside, `proposal_event:${eventId}`, proposal, await toldOf(outside, proposal, event, backers));
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
    const owner = await toldEach(db, proposal, [proposal.ownerId], 'payment_approved', ({ language }) => ({
      amountCents,
      notice: loan.paymentApprovedOwner(language, {
        ...about,
        amount: formatUsd(language, amountCents),
        outstanding: formatUsd(language, proposal.outstandingCents),
      }),
    }));
    const backers = await toldEach(db, proposal, [...shares.keys()], 'payment_approved', (reader) => {
      const { language, userId, creditCents } = reader;
      const shareCents = shares.get(userId) as Cents;
      const [share, credit] = [formatUsd(language, shareCents), formatUsd(language, creditCents)];
      return { amountCents: shareCents, notice: loan.paymentApprovedBacker(language, { ...about, share, credit }) };
    });
    await tell(outside, `payment_approved:${paymentId}`, proposal, [...owner, ...backers]);
  };
}

async function toldOf(
  outside: Port,
  proposal: ToldProposal,
  event: ToldEvent,
  released: readonly Released[],
): Promise<Told[]> {
  const { db } = outside;
  const about = aboutOf(outside, proposal);
  const { amountCents } = proposal;
  const toOwner = (kind: NotificationKind, write: (reader: Reader) => Notice) =>
    toldEach(db, proposal, [proposal.ownerId], kind, (reader) => ({ amountCents, notice: write(reader) }));
  const toBackers = async (kind: NotificationKind, write: (reader: Reader) => Notice) =>
    toldEach(db, proposal, await listBackerIds(db, proposal.id), kind, (reader) => ({
      amountCents: reader.backedCents,
      notice: write(reader),
    }));
  const toStaff = async (kind: NotificationKind, write: (reader: Reader) => Notice) =>
    toldEach(db, proposal, await listStaffIds(db, proposal.id), kind, (reader) => ({ notice: write(reader) }));
  const whole = ({ language }: Reader) => ({ ...about, amount: formatUsd(language, amountCents) });
  const own = ({ language, backedCents }: Reader) => ({ ...about, amount: formatUsd(language, backedCents) });

  switch (event.kind) {
    case 'backed':
      return [
        ...(await toOwner('fully_backed', (reader) => funding.fullyBackedOwner(reader.language, whole(reader)))),
        ...(await toBackers('fully_backed', (reader) => funding.fullyBackedBacker(reader.language, own(reader)))),
        ...(await toStaff('fully_backed', (reader) => funding.fullyBackedStaff(reader.language, whole(reader)))),
      ];
    case 'expired':
    case 'returned':
      return [
        ...(await toOwner(event.kind, (reader) => closedOwner(reader, about, event))),
        ...(await toldOfRelease(outside, proposal, event.kind, released)),
      ];
    case 'approved':
      return toOwner('approved', ({ language }) => loan.approvedOwner(language, about));
    case 'approval_withdrawn':
      return toStaff('changed', ({ language }) => loan.approvalWithdrawnStaff(language, about));
    case 'funds_released':
      return [
        ...(await toOwner('released', (reader) => loan.fundsReleasedOwner(reader.language, whole(reader)))),
        ...(await toBackers('released', (reader) => loan.fundsReleasedBacker(reader.language, own(reader)))),
      ];
    case 'repaid':
      return [
        ...(await toOwner('repaid', (reader) => loan.repaidOwner(reader.language, whole(reader)))),
        ...(await toBackers('repaid', ({ language, creditCents }) =>
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
async function toldOfRelease(
  outside: Port,
  proposal: ToldProposal,
  kind: NotificationKind,
  released: readonly Released[],
): Promise<Told[]> {
  const byUser = new Map(released.map((row) => [row.userId, row]));
  const about = { ...aboutOf(outside, proposal), url: `${publicOrigin(outside.config)}/App/Home/${proposal.mfiName}` };
  const open = await listSimilar(outside.db, proposal.id, outside.now());
  return toldEach(outside.db, proposal, [...byUser.keys()], kind, ({ language, userId, creditCents }) => {
    const { amountCents, toCreditCents } = byUser.get(userId) as Released;
    const others = open.filter(({ ownerId }) => ownerId !== userId).slice(0, SIMILAR_COUNT);
    const notice = funding.backingReleased(language, {
      ...about,
      similar: others.map((other) => aboutOf(outside, other)),
      amount: formatUsd(language, amountCents),
      toCredit: formatUsd(language, toCreditCents),
      credit: formatUsd(language, creditCents),
    });
    return { amountCents, notice };
  });
}

async function toldEach(
  db: Db,
  proposal: ToldProposal,
  userIds: readonly UserId[],
  kind: NotificationKind,
  write: (reader: Reader) => Pick<Told, 'amountCents' | 'notice'>,
): Promise<Told[]> {
  const readers = await listReaders(db, proposal.id, userIds);
  return readers.map((reader) => ({ reader, kind, ...write(reader) }));
}

async function tell(
  { db, secret, now }: Port,
  key: string,
  { id: proposalId }: ToldProposal,
  told: readonly Told[],
): Promise<void> {
  const notifications = told.map(({ reader, notice, ...event }) => ({
    ...event,
    userId: reader.userId,
    proposalId,
    dedupeKey: `${key}:${reader.userId}`,
    mail: { to: reader.email, notice },
  }));
  await transaction(db, (tx) => notify(tx, secret, notifications, now()));
}

type Named = Pick<ToldProposal, 'id' | 'title' | 'mfiName'>;

export function aboutOf(outside: Pick<Port, 'config'>, { id, title, mfiName }: Named): funding.About {
  const query = new URLSearchParams({ mfi: mfiName, id: String(id) });
  return { title, mfiName, url: `${publicOrigin(outside.config)}/App/proposal?${query}` };
}
