import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, MoneyAccountId, StatementId, UserId } from '@sathi/domain/ids.ts';
import type { CsvMapping, StatementFormat } from '@sathi/domain/statement-files.ts';
import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import type { MatchedLine } from '@sathi/domain/statement-matching.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export async function findMapping(db: Db, accountId: MoneyAccountId): Promise<CsvMapping | null> {
  const { rows } = await sql<{ mapping: CsvMapping }>`
    select mapping from statement_mappings where account_id = ${accountId}`.execute(db);
  return rows[0]?.mapping ?? null;
}

export async function setMapping(
  tx: Tx,
  { accountId, mapping, setBy, setAt }: { accountId: MoneyAccountId; mapping: CsvMapping; setBy: UserId; setAt: Date },
): Promise<void> {
  await sql`
    insert into statement_mappings (account_id, mapping, set_by, set_at)
    values (${accountId}, ${JSON.stringify(mapping)}::jsonb, ${setBy}, ${setAt})
    on conflict (account_id) do update
      set mapping = excluded.mapping, set_by = excluded.set_by, set_at = excluded.set_at`.execute(tx);
}

export type StatementValues = {
  readonly accountId: MoneyAccountId;
  readonly bytesHash: string;
  readonly name: string;
  readonly format: StatementFormat;
  readonly fromOn: CalendarDate | null;
  readonly toOn: CalendarDate | null;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  readonly lines: number;
  readonly newLines: number;
  readonly automatic: number;
  readonly suggested: number;
  readonly open: number;
  readonly badRows: ReadonlyArray<{ readonly row: number; readonly problem: 'amount' | 'day' }>;
};
export type StatementRow = StatementValues & { readonly id: StatementId };

const STATEMENT = sql`id, account_id as "accountId", bytes_hash as "bytesHash", name, format, from_on as "fromOn",
  to_on as "toOn", opening_minor as "openingMinor", closing_minor as "closingMinor", lines, new_lines as "newLines",
  automatic, suggested, open, bad_rows as "badRows"`;

export async function findStatement(
  db: Db,
  accountId: MoneyAccountId,
  bytesHash: string,
): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`
    select ${STATEMENT} from statements where account_id = ${accountId} and bytes_hash = ${bytesHash}`.execute(db);
  return rows[0];
}

/** Whether a statement is of an account of this institution. */
export async function hasStatement(db: Db, mfiId: MfiId, id: StatementId): Promise<boolean> {
  const { rows } = await sql`
    select from statements s join money_accounts a on a.id = s.account_id
    where s.id = ${id} and a.mfi_id = ${mfiId}`.execute(db);
  return rows.length > 0;
}

/** The newest first. */
export async function listStatements(db: Db, accountId: MoneyAccountId): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select ${STATEMENT} from statements where account_id = ${accountId} order by id desc`.execute(db);
  return rows;
}

export async function insertStatement(
  tx: Tx,
  { badRows, ...values }: StatementValues & { readonly uploadedBy: UserId; readonly uploadedAt: Date },
): Promise<StatementId> {
  const { id } = await tx
    .insertInto('statements')
    .values({ ...values, badRows: JSON.stringify(badRows) } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Holds the statements of an account until the transaction ends, so that no other file adds lines meanwhile. */
export async function lockStatementsOf(tx: Tx, accountId: MoneyAccountId): Promise<void> {
  await sql`select id from money_accounts where id = ${accountId} for no key update`.execute(tx);
}

export async function listKnown(tx: Tx, accountId: MoneyAccountId, knownBy: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ knownBy: string }>`
    select known_by as "knownBy" from statement_lines
    where account_id = ${accountId} and known_by = any(${[...knownBy]}::text[])`.execute(tx);
  return new Set(rows.map((row) => row.knownBy));
}

export type NewLine = StatementLine & {
  readonly line: number;
  readonly knownBy: string;
  readonly match: MatchedLine;
};

export async function insertLines(
  tx: Tx,
  { statementId, accountId }: { readonly statementId: StatementId; readonly accountId: MoneyAccountId },
  lines: readonly NewLine[],
): Promise<void> {
  await sql`
    insert into statement_lines (statement_id, account_id, line, booked_on, value_on, amount_minor, balance_minor,
      bank_ref, part, "references", text, payer, payer_account, is_reversal, is_fee, known_by, match, was_sure)
    select ${statementId}, ${accountId}, l.line, l."bookedOn", l."valueOn", l.amount, l.balance, l."bankRef", l.part,
      l."references", l.text, l.payer, l."payerAccount", l."isReversal", l."isFee", l."knownBy", l.match,
      l.match ->> 'how' = 'automatic'
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (line integer, "bookedOn" date, "valueOn" date,
      amount bigint, balance bigint, "bankRef" text, part integer, "references" jsonb, text text, payer text,
      "payerAccount" text, "isReversal" boolean, "isFee" boolean, "knownBy" text, match jsonb)`.execute(tx);
}

export async function insertFilePiece(
  tx: Tx,
  piece: {
    readonly statementId: StatementId;
    readonly piece: number;
    readonly sealedBytes: string;
    readonly keptAt: Date;
  },
): Promise<void> {
  await tx.insertInto('statementFiles').values(piece).execute();
}
