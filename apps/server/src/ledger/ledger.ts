import type { InvestmentId, JournalId, PaymentId, ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/** The account kinds of R18. `world` is a person's money outside the product, `wallet` what was repaid to them. */
export type AccountKind = 'world' | 'wallet' | 'escrow' | 'suspense' | 'rounding' | 'claim' | 'owed';
export type AccountRef = { readonly kind: AccountKind; readonly userId?: UserId };

export type JournalKind =
  | 'backing'
  | 'release'
  | 'withdrawal_sent'
  | 'withdrawal_failed'
  | 'payment_entered'
  | 'payment_rejected'
  | 'payment_approved';

export type Movement = { readonly from: AccountRef; readonly to: AccountRef; readonly amountCents: Cents };

/** One business event: what moved, why, and which request asked for it (R18.1). */
export type NewJournal = {
  readonly proposalId: ProposalId;
  readonly kind: JournalKind;
  readonly amountCents: Cents;
  /** Null when a job did it. */
  readonly actorId: UserId | null;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly investmentId?: InvestmentId;
  readonly paymentId?: PaymentId;
  readonly withdrawalId?: WithdrawalId;
  readonly at: Date;
  readonly movements: readonly Movement[];
};

const PERSONAL: ReadonlySet<AccountKind> = new Set(['world', 'wallet']);

/**
 * Writes journals and their transfers in three statements, however many there are. Takes a transaction, so that money and
 * the state it explains change together or not at all. The caller holds the lock of every proposal named (R18.5).
 */
export async function postJournals(tx: Tx, journals: readonly NewJournal[]): Promise<void> {
  if (journals.length === 0) return;
  const accountIds = await openAccounts(tx, journals);
  const journalIds = await insertJournals(tx, journals);
  const transfers = journals.flatMap((journal, index) =>
    journal.movements
      .filter((movement) => movement.amountCents > 0)
      .map((movement) => ({
        proposalId: journal.proposalId,
        journalId: journalIds[index] as JournalId,
        from: accountIds.get(accountKey(journal.proposalId, movement.from)) as number,
        to: accountIds.get(accountKey(journal.proposalId, movement.to)) as number,
        amountCents: movement.amountCents,
      })),
  );
  const column = (pick: (transfer: (typeof transfers)[number]) => number) => transfers.map(pick);
  await sql`
    insert into transfers (proposal_id, journal_id, from_account_id, to_account_id, amount_cents)
    select * from unnest(
      ${column((transfer) => transfer.proposalId)}::bigint[], ${column((transfer) => transfer.journalId)}::bigint[],
      ${column((transfer) => transfer.from)}::bigint[], ${column((transfer) => transfer.to)}::bigint[],
      ${column((transfer) => transfer.amountCents)}::bigint[]
    )`.execute(tx);
}

/** All accounts exist but the claims, which come with a person's first backing. */
async function openAccounts(tx: Tx, journals: readonly NewJournal[]): Promise<Map<string, number>> {
  const wanted = new Map<string, { kind: AccountKind; userKey: number; proposalKey: number }>();
  for (const journal of journals) {
    for (const { from, to } of journal.movements) {
      for (const account of [from, to]) {
        wanted.set(accountKey(journal.proposalId, account), {
          kind: account.kind,
          userKey: account.userId ?? 0,
          proposalKey: PERSONAL.has(account.kind) ? 0 : journal.proposalId,
        });
      }
    }
  }
  const rows = [...wanted.values()];
  const kinds = rows.map((row) => row.kind);
  const users = rows.map((row) => row.userKey);
  const proposals = rows.map((row) => row.proposalKey);
  if (kinds.includes('claim')) {
    await sql`
      insert into accounts (kind, user_id, proposal_id)
      select k, u, p from unnest(${kinds}::text[], ${users}::bigint[], ${proposals}::bigint[]) as w (k, u, p)
      where k = 'claim' order by u on conflict do nothing`.execute(tx);
  }
  const { rows: found } = await sql<{ id: number; kind: AccountKind; userKey: number; proposalKey: number }>`
    select a.id, a.kind, a.user_key as "userKey", a.proposal_key as "proposalKey"
    from unnest(${kinds}::text[], ${users}::bigint[], ${proposals}::bigint[]) as w (k, u, p)
    cross join lateral (
      select * from accounts a where a.kind = w.k and a.proposal_key = w.p and a.user_key = w.u limit 1
    ) a`.execute(tx);
  return new Map(found.map((row) => [`${row.kind}:${row.proposalKey}:${row.userKey}`, row.id]));
}

async function insertJournals(tx: Tx, journals: readonly NewJournal[]): Promise<JournalId[]> {
  const column = <Value>(pick: (journal: NewJournal) => Value) => journals.map(pick);
  // One statement of one shape, whatever the count, so that it stays prepared.
  const { rows } = await sql<{ id: JournalId }>`
    insert into journals (
      proposal_id, kind, amount_cents, actor_id, idempotency_key, request_hash, investment_id, payment_id, withdrawal_id, at
    )
    select * from unnest(
      ${column((journal) => journal.proposalId)}::bigint[], ${column((journal) => journal.kind)}::text[],
      ${column((journal) => journal.amountCents)}::bigint[], ${column((journal) => journal.actorId)}::bigint[],
      ${column((journal) => journal.idempotencyKey)}::text[], ${column((journal) => journal.requestHash)}::text[],
      ${column((journal) => journal.investmentId ?? null)}::bigint[],
      ${column((journal) => journal.paymentId ?? null)}::bigint[],
      ${column((journal) => journal.withdrawalId ?? null)}::bigint[],
      ${column((journal) => journal.at.toISOString())}::timestamptz[]
    )
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

function accountKey(proposalId: ProposalId, account: AccountRef): string {
  return `${account.kind}:${PERSONAL.has(account.kind) ? 0 : proposalId}:${account.userId ?? 0}`;
}

/** What the ledger holds in one account; 0 for one that was never opened. */
export async function balanceCents(db: Db, account: AccountRef & { readonly proposalId?: ProposalId }): Promise<Cents> {
  const row = await db
    .selectFrom('accounts')
    .select('balanceCents')
    .where('kind', '=', account.kind)
    .where('userKey', '=', account.userId ?? 0)
    .where('proposalKey', '=', account.proposalId ?? 0)
    .executeTakeFirst();
  return row?.balanceCents ?? (0 as Cents);
}

/** Locks what these people have in the product and outside it, by account id (R18.5), and answers their credit in cents. */
export async function lockCredits(tx: Tx, userIds: readonly UserId[]): Promise<Map<UserId, Cents>> {
  const rows = await tx
    .selectFrom('accounts')
    .select(['userId', 'kind', 'balanceCents'])
    .where('kind', 'in', ['wallet', 'world'])
    .where('proposalKey', '=', 0)
    .where('userKey', 'in', [...new Set(userIds)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.filter((row) => row.kind === 'wallet').map((row) => [row.userId as UserId, row.balanceCents]));
}
