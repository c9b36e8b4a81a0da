import { randomUUID } from 'node:crypto';
import type { AccountId, InvestmentId, ProposalId } from '@sathi/domain/ids.ts';
import { decideInvestment, splitInvestment } from '@sathi/domain/investments.ts';
import { type Cents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { PROPOSAL_STATUS, remainingCents } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../apps/server/src/db/db.ts';
import { transaction } from '../apps/server/src/db/transaction.ts';
import type { Backed, Backing } from '../apps/server/src/features/investments/judge-backings.ts';
import { lockProposal } from '../apps/server/src/features/proposals/proposals.repository.ts';
import { type Attempt, replayOf } from '../apps/server/src/http/idempotency.ts';
import type { AccountKind } from '../apps/server/src/ledger/ledger.ts';
import { RefusalError } from '../apps/server/src/errors/refusal-error.ts';

/**
 * The yardstick of the product: one backing in one transaction of its own, step by step, with the same tables, guards
 * and guarantees. No step is left out or done twice; each is one prepared statement.
 */
export async function backNaively(db: Db, proposalId: ProposalId, backing: Backing, now: Date): Promise<Backed> {
  const { investor, amountCents, attempt } = backing;
  const key = attempt.key ?? randomUUID();
  return transaction(db, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    if (proposal === undefined) throw new RefusalError('not_found');
    await refuseEarlier(tx, attempt, key);

    const accounts = await lockAccounts(tx, proposalId, investor.id);
    const decision = decideInvestment(investor, proposal, amountCents, now);
    if (!decision.ok) throw new RefusalError(decision.refusal, { remainingCents: remainingCents(proposal) });
    const { fromCreditCents, fromOutsideCents } = splitInvestment(amountCents, accounts.creditCents);

    const investment = await tx
      .insertInto('investments')
      .values({ proposalId, investorId: investor.id, amountCents, fromCreditCents, investedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await postNaively(tx, { proposalId, backing, key, now, investmentId: investment.id as InvestmentId }, [
      { from: accounts.wallet, to: accounts.escrow, amountCents: fromCreditCents },
      { from: accounts.world, to: accounts.escrow, amountCents: fromOutsideCents },
      { from: accounts.owed, to: accounts.claim, amountCents },
    ]);

    const { backedCents, status } = decision.change;
    await tx.updateTable('proposals').set({ backedCents }).where('id', '=', proposalId).execute();
    if (status !== proposal.status) {
      const fromStatus = PROPOSAL_STATUS[proposal.status];
      const event = { proposalId, kind: 'locked', fromStatus, toStatus: PROPOSAL_STATUS[status], at: now } as const;
      await tx.insertInto('proposalEvents').values(event).execute();
    }
    const answer: Backed = {
      id: investment.id as InvestmentId,
      amount: amountCents,
      fromCredit: ZERO_CENTS,
      toPay: amountCents,
      proposal: { status, currentBalance: backedCents, remainingAmount: remainingCents({ ...proposal, backedCents }) },
    };
    await storeAnswer(tx, attempt, { key, answer, now });
    return answer;
  });
}

async function refuseEarlier(tx: Tx, attempt: Attempt, key: string): Promise<void> {
  const earlier = await tx
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'response'])
    .where('scope', '=', attempt.scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (earlier) throw replayOf(attempt, earlier);
}

type Entry = {
  readonly proposalId: ProposalId;
  readonly backing: Backing;
  readonly key: string;
  readonly investmentId: InvestmentId;
  readonly now: Date;
};
type Movement = { readonly from: AccountId; readonly to: AccountId; readonly amountCents: Cents };

/** One journal and its transfers, which come in one statement. */
async function postNaively(tx: Tx, entry: Entry, movements: readonly Movement[]): Promise<void> {
  const { proposalId, backing, key, investmentId, now } = entry;
  const { amountCents, investor, attempt } = backing;
  const moved = movements.filter((movement) => movement.amountCents > 0);
  await sql`
    with journal as (
      insert into journals (proposal_id, kind, amount_cents, actor_id, idempotency_key, request_hash, investment_id, at)
      values (${proposalId}, 'backing', ${amountCents}, ${investor.id}, ${key}, ${attempt.requestHash}, ${investmentId}, ${now})
      returning proposal_id, id
    )
    insert into transfers (proposal_id, journal_id, from_account_id, to_account_id, amount_cents)
    select j.proposal_id, j.id, m.* from journal j cross join unnest(
      ${moved.map(({ from }) => from)}::bigint[], ${moved.map(({ to }) => to)}::bigint[],
      ${moved.map((movement) => movement.amountCents)}::bigint[]
    ) as m`.execute(tx);
}

async function storeAnswer(
  tx: Tx,
  attempt: Attempt,
  { key, answer, now }: { readonly key: string; readonly answer: Backed; readonly now: Date },
): Promise<void> {
  const stored = attempt.encode(answer);
  await tx
    .insertInto('idempotencyKeys')
    .values({
      scope: attempt.scope,
      key,
      requestHash: attempt.requestHash,
      status: stored.status,
      response: JSON.stringify(stored.response),
      createdAt: now,
    })
    .execute();
}

/**
 * Locks the accounts in the one order that all transactions keep, and opens the backer's claim when it is their first
 * backing.
 */
async function lockAccounts(tx: Tx, proposalId: ProposalId, userId: Backing['investor']['id']) {
  const find = () =>
    tx
      .selectFrom('accounts')
      .select(['id', 'kind', 'balanceCents'])
      .where((where) =>
        where.or([
          where.and([
            where('kind', 'in', ['world', 'wallet']),
            where('proposalKey', '=', 0),
            where('userKey', '=', userId),
          ]),
          where.and([
            where('kind', 'in', ['escrow', 'owed']),
            where('proposalKey', '=', proposalId),
            where('userKey', '=', 0),
          ]),
          where.and([
            where('kind', '=', 'claim'),
            where('proposalKey', '=', proposalId),
            where('userKey', '=', userId),
          ]),
        ]),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  let rows = await find();
  if (!rows.some((row) => row.kind === 'claim')) {
    const claim = await tx
      .insertInto('accounts')
      .values({ kind: 'claim', userId, proposalId })
      .returning(['id', 'kind', 'balanceCents'])
      .executeTakeFirstOrThrow();
    rows = [...rows, claim];
  }
  const idOf = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.id as AccountId;
  return {
    world: idOf('world'),
    wallet: idOf('wallet'),
    escrow: idOf('escrow'),
    owed: idOf('owed'),
    claim: idOf('claim'),
    creditCents: rows.find((row) => row.kind === 'wallet')?.balanceCents ?? ZERO_CENTS,
  };
}
