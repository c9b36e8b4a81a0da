import type {
  DebtId,
  DrawId,
  ForgivingId,
  GiftId,
  InvestmentId,
  MfiId,
  PaymentId,
  PayoutId,
  ProposalId,
  ReceiptId,
  UserId,
  WithdrawalId,
  WriteOffId,
} from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { JournalsTable } from '../db/schema.ts';

/**
 * The account kinds of R18 and R24. `world` is a person's money outside the product, `wallet` their credit, `leaving` the
 * credit that they asked out, `awaited` the part of a proposal's backings that has not come yet, `lost` what an institution gave up of a claim as bad.
 */
export type AccountKind =
  | 'world'
  | 'wallet'
  | 'leaving'
  | 'escrow'
  | 'awaited'
  | 'suspense'
  | 'rounding'
  | 'claim'
  | 'lost'
  | 'owed';
/** `mfiId` is the institution that holds the credit of a wallet; without it, it is the common credit (R25.5). */
export type AccountRef = {
  readonly kind: AccountKind;
  readonly userId?: UserId;
  readonly mfiId?: MfiId | undefined;
};

/** That the account `a` is of this person, an id or a column of the query around. No index has a person’s accounts of all kinds. */
export function isAccountOf(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((a.kind = 'claim' and a.user_id = ${userId}) or (a.kind = 'lost' and a.user_id = ${userId})
    or (a.kind in ('world', 'wallet', 'leaving') and a.proposal_key = 0 and a.user_key = ${userId}))`;
}

export type JournalKind = JournalsTable['kind'];

export type Movement = { readonly from: AccountRef; readonly to: AccountRef; readonly amountCents: Cents };

/** One business event: its transfers, its cause, and the request that asked for it (R18.1). */
export type NewJournal = Place & {
  readonly kind: JournalKind;
  readonly amountCents: Cents;
  /** Null when a job did it. */
  readonly actorId: UserId | null;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly investmentId?: InvestmentId;
  readonly paymentId?: PaymentId;
  readonly withdrawalId?: WithdrawalId;
  readonly receiptId?: ReceiptId | undefined;
  readonly payoutId?: PayoutId;
  readonly giftId?: GiftId;
  readonly drawId?: DrawId;
  readonly debtId?: DebtId;
  readonly writeOffId?: WriteOffId;
  readonly forgivingId?: ForgivingId;
  readonly at: Date;
  readonly movements: readonly Movement[];
};
/** A journal is of a proposal, or of none and then of an institution (R24.1). */
type Place = { readonly proposalId: ProposalId } | { readonly proposalId: null; readonly mfiId: MfiId };

/** The number of a journal's proposal where it has none. */
const NO_PROPOSAL = 0 as ProposalId;
const PERSONAL: ReadonlySet<AccountKind> = new Set(['world', 'wallet', 'leaving']);

/**
 * Writes journals and their transfers in one statement, however many there are; it also opens claims, which come with a
 * person's first backing, and the credit of a person that an institution holds. Takes a transaction, so that money and the state it explains change together or not at
 * all. The caller holds the lock of every proposal named (R18.5).
 */
export async function postJournals(tx: Tx, journals: readonly NewJournal[]): Promise<void> {
  if (journals.length === 0) return;
  const { accounts, movements } = positions(journals);
  // A column that no journal fills is one null instead of a list of them: a backing fills one of ten.
  const journal = <Value>(pick: (journal: NewJournal) => Value): readonly Value[] | null => {
    const values = journals.map(pick);
    return values.some((value) => value !== null) ? values : null;
  };
  // One text for any number of rows, so that it stays prepared, and one index look-up for each account. An account that
  // does not exist leaves a null behind, which the table refuses.
  await sql`
    with wanted as materialized (
      select * from unnest(
        ${accounts.map((account) => account.kind)}::text[], ${accounts.map((account) => account.proposalKey)}::bigint[],
        ${accounts.map((account) => account.userKey)}::bigint[], ${accounts.map((account) => account.mfiKey)}::bigint[]
      ) with ordinality as w (kind, proposal_key, user_key, mfi_key, position)
    ), known as materialized (
      select w.*, a.id from wanted w left join lateral (
        select id from accounts a
        where a.kind = w.kind and a.proposal_key = w.proposal_key and a.user_key = w.user_key and a.mfi_key = w.mfi_key
        limit 1
      ) a on true
    ), opened as (
      -- Another transaction may open the same wallet at this moment: its row is waited for and taken.
      insert into accounts (kind, user_id, proposal_id, mfi_id)
      select kind, user_key, nullif(proposal_key, 0), nullif(mfi_key, 0) from known
      where id is null and (kind in ('claim', 'lost') or mfi_key <> 0) order by position
      on conflict (kind, proposal_key, user_key, mfi_key) do update set kind = excluded.kind
      returning id, kind, proposal_key, user_key, mfi_key
    ), account as (
      select k.position, coalesce(k.id, o.id) as id from known k
      left join opened o on k.id is null
        and o.kind = k.kind and o.proposal_key = k.proposal_key and o.user_key = k.user_key and o.mfi_key = k.mfi_key
    ), journal as materialized (
      select *, nextval((select pg_get_serial_sequence('journals', 'id')::regclass)) as id from unnest(
        ${journal((one) => one.proposalId ?? NO_PROPOSAL)}::bigint[],
        ${journal((one) => (one.proposalId === null ? one.mfiId : null))}::bigint[], ${journal((one) => one.kind)}::text[],
        ${journal((one) => one.amountCents)}::bigint[], ${journal((one) => one.actorId)}::bigint[],
        ${journal((one) => one.idempotencyKey)}::text[], ${journal((one) => one.requestHash)}::text[],
        ${journal((one) => one.investmentId ?? null)}::bigint[], ${journal((one) => one.paymentId ?? null)}::bigint[],
        ${journal((one) => one.withdrawalId ?? null)}::bigint[], ${journal((one) => one.receiptId ?? null)}::bigint[],
        ${journal((one) => one.payoutId ?? null)}::bigint[], ${journal((one) => one.giftId ?? null)}::bigint[],
        ${journal((one) => one.drawId ?? null)}::bigint[], ${journal((one) => one.debtId ?? null)}::bigint[],
        ${journal((one) => one.writeOffId ?? null)}::bigint[], ${journal((one) => one.forgivingId ?? null)}::bigint[],
        ${journal((one) => one.at.toISOString())}::timestamptz[]
      ) with ordinality as j (proposal_id, mfi_id, kind, amount_cents, actor_id, idempotency_key, request_hash,
        investment_id, payment_id, withdrawal_id, receipt_id, payout_id, gift_id, draw_id, debt_id,
        write_off_id, forgiving_id, at, position)
    ), written as (
      insert into journals (id, proposal_id, mfi_id, kind, amount_cents, actor_id, idempotency_key, request_hash,
        investment_id, payment_id, withdrawal_id, receipt_id, payout_id, gift_id, draw_id, debt_id,
        write_off_id, forgiving_id, at)
      select id, proposal_id, mfi_id, kind, amount_cents, actor_id, idempotency_key, request_hash,
        investment_id, payment_id, withdrawal_id, receipt_id, payout_id, gift_id, draw_id, debt_id,
        write_off_id, forgiving_id, at
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

type WantedAccount = {
  readonly kind: AccountKind;
  readonly proposalKey: number;
  readonly userKey: number;
  readonly mfiKey: number;
};
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
  const placeOf = (proposalId: ProposalId | null, { kind, userId, mfiId }: AccountRef): number => {
    const proposalKey = PERSONAL.has(kind) || proposalId === null ? 0 : proposalId;
    const [userKey, mfiKey] = [userId ?? 0, mfiId ?? 0];
    const name = `${kind}:${proposalKey}:${userKey}:${mfiKey}`;
    const known = places.get(name);
    if (known !== undefined) return known;
    accounts.push({ kind, proposalKey, userKey, mfiKey });
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

/** The balance of one account; 0 for one that was never opened. */
export async function balanceCents(db: Db, account: AccountRef & { readonly proposalId?: ProposalId }): Promise<Cents> {
  const row = await db
    .selectFrom('accounts')
    .select('balanceCents')
    .where('kind', '=', account.kind)
    .where('userKey', '=', account.userId ?? 0)
    .where('proposalKey', '=', account.proposalId ?? 0)
    .where('mfiKey', '=', account.mfiId ?? 0)
    .executeTakeFirst();
  return row?.balanceCents ?? (0 as Cents);
}

/**
 * Locks the wallets of these people and the accounts that their money comes from, by account id (R18.5), and returns their
 * credit in cents: of one institution that collects what it expects, where their money is awaited and no account of theirs
 * (R24.2), or else the common credit, where it comes from outside.
 */
export async function lockCredits(
  tx: Tx,
  userIds: readonly UserId[],
  mfiId: MfiId | undefined,
): Promise<Map<UserId, Cents>> {
  // One text for any number of people, so that it stays prepared, and one index look-up for each account.
  const { rows } = await sql<{ userId: UserId; kind: AccountKind; balanceCents: Cents }>`
    select user_key as "userId", kind, balance_cents as "balanceCents" from accounts
    where id = any (array(
      select a.id from unnest((select ${[...new Set(userIds)]}::bigint[])) as u (id)
      cross join lateral (
        (select id from accounts where kind = 'world' and proposal_key = 0 and user_key = u.id and mfi_key = 0
          and ${mfiId ?? 0}::bigint = 0 limit 1)
        union all
        (select id from accounts where kind = 'wallet' and proposal_key = 0 and user_key = u.id
          and mfi_key = ${mfiId ?? 0}::bigint limit 1)
      ) a
    ))
    order by id for no key update`.execute(tx);
  return new Map(rows.filter((row) => row.kind === 'wallet').map((row) => [row.userId, row.balanceCents]));
}
