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

type WantedAccount = { readonly kind: AccountKind; readonly proposalKey: number; readonly userKey: number };

/** All accounts exist but the claims, which come with a person's first backing. */
async function openAccounts(tx: Tx, journals: readonly NewJournal[]): Promise<Map<string, number>> {
  const wanted = new Map<string, WantedAccount>();
  for (const { proposalId, movements } of journals) {
    for (const { from, to, amountCents } of movements) {
      if (amountCents === 0) continue;
      for (const account of [from, to]) {
        const proposalKey = PERSONAL.has(account.kind) ? 0 : proposalId;
        wanted.set(accountKey(proposalId, account), { kind: account.kind, proposalKey, userKey: account.userId ?? 0 });
      }
    }
  }
  const ids = await findAccounts(tx, [...wanted.values()]);
  const missing = [...wanted].filter(([key]) => !ids.has(key)).map(([, account]) => account);
  if (missing.length === 0) return ids;
  await sql`
    insert into accounts (kind, user_id, proposal_id)
    select 'claim', * from unnest(
      ${missing.map((account) => account.userKey)}::bigint[], ${missing.map((account) => account.proposalKey)}::bigint[]
    ) on conflict do nothing`.execute(tx);
  return new Map([...ids, ...(await findAccounts(tx, missing))]);
}

/** Ids by `accountKey`. One index look-up for each, however the planner sees the tables. */
async function findAccounts(tx: Tx, wanted: readonly WantedAccount[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; position: number }>`
    select a.id, w.position::int from unnest(
      ${wanted.map((account) => account.kind)}::text[], ${wanted.map((account) => account.proposalKey)}::bigint[],
      ${wanted.map((account) => account.userKey)}::bigint[]
    ) with ordinality as w (kind, proposal_key, user_key, position)
    cross join lateral (
      select id from accounts a
      where a.kind = w.kind and a.proposal_key = w.proposal_key and a.user_key = w.user_key limit 1
    ) a`.execute(tx);
  return new Map(
    rows.map(({ id, position }) => {
      const { kind, proposalKey, userKey } = wanted[position - 1] as WantedAccount;
      return [`${kind}:${proposalKey}:${userKey}`, id];
    }),
  );
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
  // One text for any number of people, so that it stays prepared, and one index look-up for each account.
  const { rows } = await sql<{ userId: UserId; kind: AccountKind; balanceCents: Cents }>`
    select user_key as "userId", kind, balance_cents as "balanceCents" from accounts
    where id = any (array(
      select a.id from unnest(${[...new Set(userIds)]}::bigint[]) as u (id)
      cross join lateral (
        (select id from accounts where kind = 'world' and proposal_key = 0 and user_key = u.id limit 1)
        union all
        (select id from accounts where kind = 'wallet' and proposal_key = 0 and user_key = u.id limit 1)
      ) a
    ))
    order by id for no key update`.execute(tx);
  return new Map(rows.filter((row) => row.kind === 'wallet').map((row) => [row.userId, row.balanceCents]));
}
