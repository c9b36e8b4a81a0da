import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyAccountId, StatementId, StatementLineId } from '@sathi/domain/ids.ts';
import type { Currency } from '@sathi/domain/local-money.ts';
import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import type { MatchedLine } from '@sathi/domain/statement-matching.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type LineRow = {
  readonly id: StatementLineId;
  readonly statementId: StatementId;
  readonly line: number;
  readonly accountId: MoneyAccountId;
  readonly bookedOn: CalendarDate;
  readonly valueOn: CalendarDate;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly bankRef: string;
  readonly text: string;
  readonly payer: string;
  readonly isReversal: boolean;
  readonly state: 'open' | 'booked' | 'set_aside';
  readonly match: MatchedLine;
  /** The day of the account on which it stands, where that is not its own. */
  readonly standsOn: CalendarDate | null;
};

export type LineFilter = {
  readonly statementId?: StatementId | undefined;
  readonly accountId?: MoneyAccountId | undefined;
  readonly state?: LineRow['state'] | undefined;
  readonly day?: CalendarDate | undefined;
  readonly how?: LineRow['match']['how'] | undefined;
  readonly q?: string | undefined;
};

/** The lines that match the filter, by account, day and place in the file; with `after` those after that line. */
export async function listLines(
  db: Db,
  mfiId: MfiId,
  { statementId, accountId, state, day, how, q }: LineFilter,
  { limit, after }: { readonly limit: number; readonly after: number | null },
): Promise<LineRow[]> {
  const words = q === undefined || q.trim() === '' ? null : `%${q.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<LineRow>`
    select l.id, l.statement_id as "statementId", l.line, l.account_id as "accountId", l.booked_on as "bookedOn",
      l.value_on as "valueOn", l.amount_minor as "amountMinor", a.currency, l.bank_ref as "bankRef", l.text, l.payer,
      l.is_reversal as "isReversal", l.state, l.match, l.stands_on as "standsOn"
    from statement_lines l join money_accounts a on a.id = l.account_id
    where a.mfi_id = ${mfiId}
      and (${statementId ?? null}::bigint is null or l.statement_id = ${statementId ?? null}::bigint)
      and (${accountId ?? null}::bigint is null or l.account_id = ${accountId ?? null}::bigint)
      and (${state ?? null}::text is null or l.state = ${state ?? null}::text)
      and (${day ?? null}::date is null or l.booked_on = ${day ?? null}::date
        or coalesce(l.stands_on, l.booked_on) = ${day ?? null}::date)
      and (${how ?? null}::text is null or l.match ->> 'how' = ${how ?? null}::text)
      and (${words}::text is null or l.text ilike ${words}::text or l.payer ilike ${words}::text
        or l.bank_ref ilike ${words}::text or l."references"::text ilike ${words}::text)
      and (${after}::bigint is null or (l.account_id, l.booked_on, l.line, l.id) > (
        select b.account_id, b.booked_on, b.line, b.id from statement_lines b where b.id = ${after}::bigint))
    order by l.account_id, l.booked_on, l.line, l.id limit ${limit}`.execute(db);
  return rows;
}

/** A line as its bank wrote it, with what was made of it so far. */
export type OpenLine = StatementLine & {
  readonly id: StatementLineId;
  readonly statementId: StatementId;
  /** The place in its file. */
  readonly line: number;
  readonly accountId: MoneyAccountId;
  readonly state: LineRow['state'];
  readonly match: MatchedLine;
  /** Its file tells the balances before and after, so that no line of it is missing. */
  readonly hasBalances: boolean;
};

const WHOLE = sql`l.id, l.statement_id as "statementId", l.line, l.account_id as "accountId", l.state, l.match,
  l.booked_on as "bookedOn", l.value_on as "valueOn",
  l.amount_minor as amount, l.balance_minor as balance, l.bank_ref as "bankRef", l.part, l."references", l.text, l.payer,
  l.payer_account as "payerAccount", l.is_reversal as "isReversal", l.is_fee as "isFee",
  (select s.opening_minor is not null and s.closing_minor is not null from statements s where s.id = l.statement_id)
    as "hasBalances"`;

/** The first open lines of an institution by account, day and place in their file. */
export async function listOpenLines(db: Db, mfiId: MfiId, limit: number): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select ${WHOLE} from statement_lines l join money_accounts a on a.id = l.account_id
    where a.mfi_id = ${mfiId} and l.state = 'open'
    order by l.account_id, l.booked_on, l.statement_id, l.line limit ${limit}`.execute(db);
  return rows;
}

export async function countOpenLines(db: Db, mfiId: MfiId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from statement_lines l join money_accounts a on a.id = l.account_id
    where a.mfi_id = ${mfiId} and l.state = 'open'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The lines in a part of the rows of a statement that were sure at its upload, still are and were never booked, in the
 * order of the file. A line that became sure since waits for an officer.
 */
export async function listSureOf(
  db: Db,
  statementId: StatementId,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<StatementLineId[]> {
  const { rows } = await sql<{ id: StatementLineId }>`
    select l.id from statement_lines l
    where l.statement_id = ${statementId} and l.state = 'open' and l.match ->> 'how' = 'automatic'
      and l.was_sure is not false and l.line > ${after}
      and l.line <= ${until} and not exists (select from line_parts d where d.line_id = l.id)
    order by l.line`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The first open lines of these statements that were sure when they were last matched, in the order of their files, until the
 * last of these lines.
 */
export async function listSureAmong(db: Db, lines: readonly OpenLine[], limit: number): Promise<OpenLine[]> {
  const last = Map.groupBy(lines, ({ statementId }) => statementId);
  const until = Array.from(last, ([statementId, own]) => ({
    statementId,
    line: Math.max(...own.map(({ line }) => line)),
  }));
  const { rows } = await sql<OpenLine>`
    select ${WHOLE} from statement_lines l
    join jsonb_to_recordset(${JSON.stringify(until)}::jsonb) as u ("statementId" bigint, line integer)
      on u."statementId" = l.statement_id and l.line < u.line
    where l.state = 'open' and l.match ->> 'how' = 'automatic'
    order by l.statement_id, l.line limit ${limit}`.execute(db);
  return rows;
}

/** Lines of one institution, each once and in no order. */
export async function findLines(db: Db, mfiId: MfiId, ids: readonly StatementLineId[]): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select ${WHOLE} from statement_lines l join money_accounts a on a.id = l.account_id
    where a.mfi_id = ${mfiId} and l.id = any (${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** Holds a line until the transaction ends: it is booked, set aside or taken back once. */
export async function lockLine(tx: Tx, mfiId: MfiId, id: StatementLineId): Promise<OpenLine | undefined> {
  const { rows } = await sql<OpenLine>`
    select ${WHOLE} from statement_lines l join money_accounts a on a.id = l.account_id
    where a.mfi_id = ${mfiId} and l.id = ${id} for no key update of l`.execute(tx);
  return rows[0];
}

export async function setLineState(tx: Tx, id: StatementLineId, state: LineRow['state']): Promise<void> {
  await tx.updateTable('statementLines').set({ state }).where('id', '=', id).execute();
}

export async function setMatches(
  tx: Tx,
  matches: ReadonlyArray<{ readonly id: StatementLineId; readonly match: MatchedLine }>,
): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    update statement_lines l set match = m.match
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as m (id bigint, match jsonb)
    where l.id = m.id and l.state = 'open'`.execute(tx);
}
