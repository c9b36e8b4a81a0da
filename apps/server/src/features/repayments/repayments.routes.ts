import * as contract from '@sathi/contract/repayments.ts';
import type { PaymentId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import { decidePaymentRefusal } from '@sathi/domain/repayments.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { signedIn } from '../../http/call.ts';
import { answeredBy } from '../../http/idempotency.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import { hasBacked, isBacker } from '../investments/investments.repository.ts';
import { isReadableId, judgeProposal, judgeProposalBy } from '../proposals/judge-proposal.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { findPayment, listPayments, type PaymentRow } from './payments.repository.ts';
import { approvePayment, type DecidedPayment, enterPayment, rejectPayment } from './repayments.service.ts';
import { listBackerTransactions, listLoanTransactions } from './transactions.repository.ts';

export function repaymentRoutes(app: FastifyInstance, outside: Outside): void {
  payments(app, outside);
  reads(app, outside);
}

function payments(app: FastifyInstance, { db, now }: Outside): void {
  mount(
    app,
    contract.enterPayment,
    async ({ body, attempt, ...call }) =>
      paymentAnswer(
        await enterPayment(db, {
          viewer: signedIn(call),
          attempt: answeredBy(attempt, paymentAnswer),
          now: now(),
          proposalId: body.proposalId,
          amountCents: body.amount,
          onBehalfOf: body.userId === undefined || body.userId === '' ? null : (Number(body.userId) as UserId),
        }),
      ),
    { judge: judgeProposal(db, 'repay') },
  );

  mount(app, contract.approvePayment, async ({ query, attempt, ...call }) => {
    const { id: paymentId, proposalId } = query;
    const command = { viewer: signedIn(call), now: now(), proposalId, paymentId };
    return decisionAnswer(await approvePayment(db, { ...command, attempt: answeredBy(attempt, decisionAnswer) }));
  });

  mount(
    app,
    contract.rejectPayment,
    async ({ query, body, attempt, ...call }) => {
      const { id: paymentId, proposalId } = query;
      const command = { viewer: signedIn(call), now: now(), proposalId, paymentId, reason: body.reason };
      return decisionAnswer(await rejectPayment(db, { ...command, attempt: answeredBy(attempt, decisionAnswer) }));
    },
    { judge: judgeDecision(db) },
  );
}

function judgeDecision(db: Db) {
  return judgeProposalBy(db, async (viewer, proposal, { id }) => {
    const refusal = decidePaymentRefusal(viewer, proposal, 'pending');
    if (refusal === 'not_found' || refusal === 'not_permitted' || !isReadableId(id)) return refusal;
    const payment = await findPayment(db, proposal.id, Number(id) as PaymentId);
    return payment === undefined ? 'not_found' : decidePaymentRefusal(viewer, proposal, payment.state);
  });
}

function reads(app: FastifyInstance, { db }: Outside): void {
  mount(app, contract.listPayments, async ({ query, ...call }) => {
    const viewer = signedIn(call);
    const reader = await readerOf(db, viewer, query.proposalId);
    // Whose backing was given back keeps their own history, but the loan that came after is none of theirs.
    const reads = reader === 'loan' || (await isBacker(db, query.proposalId, viewer.id));
    if (!reads) throw new RefusalError('not_permitted');
    const limit = query.limit ?? PAGE_SIZE;
    const before = decodeCursor(query.cursor, 'payments', 'none')?.id ?? null;
    const rows = await listPayments(db, query.proposalId, { limit: limit + 1, before });
    const page = pageOf(rows, limit, (row) => ({ sort: 'payments', value: null, id: row.id }));
    return { ...page, data: page.data.map(paymentAnswer) };
  });

  mount(app, contract.listTransactions, async ({ query, ...call }) => {
    const viewer = signedIn(call);
    const reader = await readerOf(db, viewer, query.proposalId);
    const limit = query.limit ?? PAGE_SIZE;
    const page = { limit: limit + 1, before: decodeCursor(query.cursor, 'transactions', 'none')?.id ?? null };
    const rows =
      reader === 'loan'
        ? await listLoanTransactions(db, query.proposalId, page)
        : await listBackerTransactions(db, query.proposalId, viewer.id, page);
    return pageOf(rows, limit, (row) => ({ sort: 'transactions', value: null, id: row.id }));
  });
}

/** Owner and staff see the whole loan, backers what concerns them. @throws RefusalError `not_permitted` for others */
async function readerOf(db: Db, viewer: SignedIn, proposalId: ProposalId): Promise<'loan' | 'backer'> {
  const proposal = found(await findProposal(db, proposalId));
  if (proposal.ownerId === viewer.id) return 'loan';
  const isPast = !isVisible(viewer, proposal);
  if (!isPast && isStaffOf(viewer, proposal.mfiId)) return 'loan';
  if (await hasBacked(db, proposalId, viewer.id)) return 'backer';
  throw new RefusalError(isPast ? 'not_found' : 'not_permitted');
}

function paymentAnswer(row: PaymentRow) {
  return {
    id: row.id,
    proposalId: row.proposalId,
    amount: row.amountCents,
    date: row.enteredAt,
    isApproved: row.state === 'approved',
    state: row.state,
    purpose: 'repayment' as const,
    reason: row.reason,
    decidedAt: row.decidedAt,
  };
}

function decisionAnswer(decided: DecidedPayment) {
  return { ...paymentAnswer(decided), proposal: decided.proposal };
}
