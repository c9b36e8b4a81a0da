import type { InvestmentId, PaymentId, ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
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
 * Writes journals and their transfers in one statement, however many there are; claims, which come with a person's first
 * backing, are opened by it too. Takes a transaction, so that money and the state it explains change together or not at
 * all. The caller holds the lock of every proposal named (R18.5).
 */
export async function postJournals(tx: Tx, journals: readonly NewJournal[]): Promise<void> {
  if (journals.length === 0) return;
  const { accounts, movements } = positions(journals);
  const journal = <Value>(pick: (journal: NewJournal) => Value) => journals.map(pick);
  // One text whatever the counts, so that it stays prepared, and one index look-up for each account. An account that is not
  // there leaves a null behind, which the table refuses.
  await sql`
    with wanted as materialized (
      select * from unnest(
        ${accounts.map((account) => account.kind)}::text[], ${accounts.map((account) => account.proposalKey)}::bigint[],
        ${accounts.map((account) => account.userKey)}::bigint[]
      ) with ordinality as w (kind, proposal_key, user_key, position)
    ), known as materialized (
      select w.*, a.id from wanted w left join lateral (
        select id from accounts a
        where a.kind = w.kind and a.proposal_key = w.proposal_key and a.user_key = w.user_key limit 1
      ) a on true
    ), opened as (
      insert into accounts (kind, user_id, proposal_id)
      select kind, user_key, proposal_key from known where id is null and kind = 'claim' order by position
      on conflict do nothing
      returning id, kind, proposal_key, user_key
    ), account as (
      select k.position, coalesce(k.id, o.id) as id from known k
      left join opened o on k.id is null
        and o.kind = k.kind and o.proposal_key = k.proposal_key and o.user_key = k.user_key
    ), journal as materialized (
      select *, nextval(pg_get_serial_sequence('journals', 'id')) as id from unnest(
        ${journal((one) => one.proposalId)}::bigint[], ${journal((one) => one.kind)}::text[],
        ${journal((one) => one.amountCents)}::bigint[], ${journal((one) => one.actorId)}::bigint[],
        ${journal((one) => one.idempotencyKey)}::text[], ${journal((one) => one.requestHash)}::text[],
        ${journal((one) => one.investmentId ?? null)}::bigint[], ${journal((one) => one.paymentId ?? null)}::bigint[],
        ${journal((one) => one.withdrawalId ?? null)}::bigint[], ${journal((one) => one.at.toISOString())}::timestamptz[]
      ) with ordinality as j (proposal_id, kind, amount_cents, actor_id, idempotency_key, request_hash, investment_id,
        payment_id, withdrawal_id, at, position)
    ), written as (
      insert into journals (id, proposal_id, kind, amount_cents, actor_id, idempotency_key, request_hash, investment_id,
        payment_id, withdrawal_id, at)
      select id, proposal_id, kind, amount_cents, actor_id, idempotency_key, request_hash, investment_id, payment_id,
        withdrawal_id, at
      from journal order by position
    )
    insert into transfers (proposal_id, journal_id, from_account_id, to_account_id, amount_cents)
    select j.proposal_id, j.id, f.id, t.id, m.amount_cents
    from unnest(
      ${movements.map((movement) => movement.journal)}::int[], ${movements.map((movement) => movement.from)}::int[],
      ${movements.map((movement) => movement.to)}::int[], ${movements.map((movement) => movement.amountCents)}::bigint[]
    ) as m (journal, from_account, to_account, amount_cents)
    join journal j on j.position = m.journal
    join account f on f.position = m.from_account
    join account t on t.position = m.to_account`.execute(tx);
}

type WantedAccount = { readonly kind: AccountKind; readonly proposalKey: number; readonly userKey: number };
/** A movement that names its journal and accounts by their places in their lists, counted from 1 as SQL does. */
type PlacedMovement = {
  readonly journal: number;
  readonly from: number;
  readonly to: number;
  readonly amountCents: Cents;
};

function positions(journals: readonly NewJournal[]): { accounts: WantedAccount[]; movements: PlacedMovement[] } {
  const places = new Map<string, number>();
  const accounts: WantedAccount[] = [];
  const movements: PlacedMovement[] = [];
  const placeOf = (proposalId: ProposalId, { kind, userId = 0 as UserId }: AccountRef): number => {
    const proposalKey = PERSONAL.has(kind) ? 0 : proposalId;
    const name = `${kind}:${proposalKey}:${userId}`;
    const known = places.get(name);
    if (known !== undefined) return known;
    accounts.push({ kind, proposalKey, userKey: userId });
    places.set(name, accounts.length);
    return accounts.length;
  };
  for (const [index, journal] of journals.entries()) {
    for (const { from, to, amountCents } of journal.movements) {
      if (amountCents === 0) continue;
      movements.push({
        journal: index + 1,
        from: placeOf(journal.proposalId, from),
        to: placeOf(journal.proposalId, to),
        amountCents,
      });
    }
  }
  return { accounts, movements };
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
