import * as contract from '@sathi/contract/repayments.ts';
import { MINUTE_MS } from '@sathi/domain/durations.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { isStaffOf, proposalRefusal } from '@sathi/domain/permissions.ts';
import { isReleased, isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import { decidePaymentRefusal, reversePaymentRefusal, takeBackPaymentRefusal } from '@sathi/domain/repayments.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { refuseOtherActor } from '../../http/actor.ts';
import type { Asking } from '../../http/call.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { hasBacked, isBacker } from '../investments/investments.repository.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { findPayInAccount } from '../money-accounts/money-accounts.repository.ts';
import { askedProposal, findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { pairBeforeState, pairOf, pairRefusal } from '../staff/four-eyes.repository.ts';
import { calendarDays } from './calendar-days.ts';
import { calendarFile } from './calendar-file.ts';
import { howToPayRoutes } from './how-to-pay.routes.ts';
import { listInstalments } from './instalments.repository.ts';
import { findCounted } from './local-loans.repository.ts';
import { paymentAnswer, type PaymentReader } from './payment-answers.ts';
import { listPayments, type PaymentRow } from './payments.repository.ts';
import { approvePayment, type DecidedPayment } from './paying.repository.ts';
import { askedPayment, notePayment, rejectPayment, takeBackPayment } from './repayments.service.ts';
import { publicReceiptRoutes } from './public-receipt.routes.ts';
import { reversePayment } from './reversing.repository.ts';
import { listBackerTransactions, listLoanTransactions } from './transactions.repository.ts';

export function repaymentRoutes(app: FastifyInstance, outside: Outside): void {
  payments(app, outside);
  reads(app, outside);
  calendar(app, outside);
  howToPayRoutes(app, outside);
  publicReceiptRoutes(app, outside);
}

function payments(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.enterPayment, {
    on: async (asking) => {
      const { tx, asked } = asking;
      const { proposal } = await askedProposal(asking);
      const refusal = enterRefusal(asking, proposal);
      if (refusal !== 'wrong_status') refuseIf(refusal);
      const { accountId } = asked;
      const account = accountId === undefined ? null : found(await findPayInAccount(tx, proposal.mfiId, accountId));
      return { proposal, account };
    },
    may: (asking) => enterRefusal(asking, asking.proposal),
    run: async (change) => {
      const { userId: _, proposalId: __, ...entered } = change.body;
      return answerTo(change, await notePayment(change, entered));
    },
  });

  command(app, outside, contract.approvePayment, {
    on: async (asking) => {
      const { proposal, payment } = await askedPayment(asking);
      return { proposal, payment, pair: pairOf(proposal, payment.amountCents, payment.enteredBy) };
    },
    may: (decision) => {
      const { viewer, proposal, payment } = decision;
      const refusal = decidePaymentRefusal(viewer, proposal, payment.state) ?? inTillRefusal(payment);
      return pairBeforeState(refusal, () => pairRefusal(decision));
    },
    run: async (change) => decisionAnswer(change, await approvePayment(change)),
  });
  command(app, outside, contract.rejectPayment, {
    on: askedPayment,
    may: ({ viewer, proposal, payment }) =>
      decidePaymentRefusal(viewer, proposal, payment.state) ?? inTillRefusal(payment),
    run: async (change) => decisionAnswer(change, await rejectPayment(change, change.body.reason)),
  });
  command(app, outside, contract.takeBackPayment, {
    on: (asking) => askedPayment(asking, 'repay'),
    may: ({ viewer, proposal, payment }) => takeBackPaymentRefusal(viewer, proposal, payment) ?? inTillRefusal(payment),
    run: async (change) => decisionAnswer(change, await takeBackPayment(change)),
  });
  command(app, outside, contract.reversePayment, {
    on: async (asking) => {
      const { proposal, payment } = await askedPayment(asking);
      return { proposal, payment, pair: payment.decidedBy === null ? undefined : { enteredBy: payment.decidedBy } };
    },
    may: (reversal) => {
      const { viewer, proposal, payment, now } = reversal;
      const refusal = reversePaymentRefusal(viewer, proposal, payment, now);
      return pairBeforeState(refusal, () => pairRefusal(reversal));
    },
    run: async (change) => reversePayment(change, change.body.reason),
  });
}

/** Staff enter a payment for its owner, and nobody for a third person. */
function enterRefusal({ caller, viewer, sent }: Asking<typeof contract.enterPayment>, proposal: ProposalRow) {
  const refusal = proposalRefusal('repay', viewer, proposal);
  if (refusal !== 'not_found') refuseOtherActor(caller, sent, {}, proposal.ownerId);
  return refusal;
}

/** Cash in a till is decided with the till alone (R22.6). */
function inTillRefusal({ tillId }: PaymentRow): 'wrong_status' | null {
  return tillId === null ? null : 'wrong_status';
}

function calendar(app: FastifyInstance, { db, now, config }: Outside): void {
  mount(app, contract.exportDueDays, async ({ query: { proposalId }, viewer, language }, reply) => {
    const { reader, proposal } = await readerOf(db, viewer, proposalId);
    const { status, fundedAt, title } = proposal;
    if (!isReleased(status) || fundedAt === null) throw new RefusalError('wrong_status');
    const instalments = await listInstalments(db, proposalId);
    const { approved: countedMinor } = await findCounted(db, proposalId);
    const madeAt = now();
    const origin = publicOrigin(config);
    reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="sathi-${proposalId}.ics"`,
    });
    return calendarFile({
      name: title,
      days: calendarDays({ proposal, instalments, countedMinor, reader, language, origin, now: madeAt }),
      madeAt,
      sequence: Math.floor((madeAt.getTime() - fundedAt.getTime()) / MINUTE_MS),
    });
  });
}

function reads(app: FastifyInstance, { db }: Outside): void {
  mount(app, contract.listPayments, async ({ query, viewer }) => {
    const { reader, proposal } = await readerOf(db, viewer, query.proposalId);
    // A backer whose money was given back keeps their own history, but the loan that came after is none of theirs.
    const reads = reader !== 'backer' || (await isBacker(db, query.proposalId, viewer.id));
    if (!reads) throw new RefusalError('not_permitted');
    const limit = query.limit ?? PAGE_SIZE;
    const before = decodeCursor(query.cursor, 'payments', 'none')?.id ?? null;
    const rows = await listPayments(db, query.proposalId, { limit: limit + 1, before });
    const page = pageOf(rows, limit, (row) => ({ sort: 'payments', value: null, id: row.id }));
    const office = found(await findMfiById(db, proposal.mfiId));
    return { ...page, data: page.data.map((row) => paymentAnswer(row, office, { reader, readerId: viewer.id })) };
  });

  mount(app, contract.listTransactions, async ({ query, viewer }) => {
    const { reader } = await readerOf(db, viewer, query.proposalId);
    const limit = query.limit ?? PAGE_SIZE;
    const page = { limit: limit + 1, before: decodeCursor(query.cursor, 'transactions', 'none')?.id ?? null };
    const rows =
      reader === 'backer'
        ? await listBackerTransactions(db, query.proposalId, viewer.id, page)
        : await listLoanTransactions(db, query.proposalId, page, reader);
    return pageOf(rows, limit, (row) => ({ sort: 'transactions', value: null, id: row.id }));
  });
}

type Reading = { readonly reader: PaymentReader; readonly proposal: ProposalRow };

/** Owner and staff see the whole loan, backers their part. @throws RefusalError `not_permitted` for others */
async function readerOf(db: Db, viewer: SignedIn, proposalId: ProposalId): Promise<Reading> {
  const proposal = found(await findProposal(db, proposalId));
  if (proposal.ownerId === viewer.id) return { reader: 'owner', proposal };
  const isPast = !isVisible(viewer, proposal);
  if (!isPast && isStaffOf(viewer, proposal.mfiId)) return { reader: 'staff', proposal };
  if (await hasBacked(db, proposalId, viewer.id)) return { reader: 'backer', proposal };
  throw new RefusalError(isPast ? 'not_found' : 'not_permitted');
}

type Answering = { readonly tx: Db; readonly viewer: SignedIn; readonly proposal: ProposalRow };

/** A payment as it is answered to the person who entered or decided it. */
async function answerTo({ tx, viewer, proposal }: Answering, payment: PaymentRow) {
  const office = found(await findMfiById(tx, proposal.mfiId));
  const reader = viewer.id === proposal.ownerId ? 'owner' : 'staff';
  return paymentAnswer(payment, office, { reader, readerId: viewer.id });
}

async function decisionAnswer(answering: Answering, decided: DecidedPayment) {
  return { ...(await answerTo(answering, decided)), proposal: decided.proposal };
}
