import {
  CSV_ENCODINGS,
  CSV_ROLES,
  DATE_ORDERS,
  DECIMAL_SIGNS,
  hasNeededColumns,
  STATEMENT_FORMATS,
} from '@sathi/domain/statement-files.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  MfiIdField,
  missingOr,
  MoneyAccountIdField,
  PageFields,
  problem,
  StatementIdField,
} from './fields.ts';
import { PlainField, TitleField } from './text-fields.ts';

/** Signed sums of the account's currency, with two decimals. */
const Sum = z.string();

const Statement = z.object({
  id: StatementIdField,
  accountId: MoneyAccountIdField,
  name: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  from: CalendarDateField.nullable(),
  to: CalendarDateField.nullable(),
  opening: Sum.nullable(),
  closing: Sum.nullable(),
  lines: z.number().int(),
  newLines: z.number().int(),
  automatic: z.number().int(),
  suggested: z.number().int(),
  /** New lines with nothing suggested. */
  open: z.number().int(),
  /** Records of a CSV that cannot be read, counted from 1 with empty ones and those above the header. */
  badRows: z.array(z.object({ row: z.number().int(), problem: z.enum(['amount', 'day']) })),
});

export const uploadStatement = endpoint('uploadStatement', {
  summary: 'Staff hand in a file of a bank or wallet; lines that are known are skipped (R21). May take 90 s',
  access: 'signed_in',
  created: true,
  knownBefore: true,
  takes: ['application/xml', 'text/csv', 'text/plain', 'application/octet-stream'],
  query: z.object({
    mfiId: MfiIdField,
    accountId: MoneyAccountIdField,
    name: TitleField(120, { optional: true }).optional(),
    ...ActorFields,
  }),
  data: Statement,
  refuses: [
    'not_found',
    'archive_refused',
    'format_unknown',
    'statement_malformed',
    'doctype_refused',
    'wrong_account',
    'wrong_currency',
    'balance_mismatch',
    'too_many_lines',
    'mapping_needed',
  ],
  example: { query: { mfiId: '3', accountId: '11', name: 'november.xml' } },
});

export const listStatements = endpoint('listStatements', {
  summary: 'The files of an account, the newest first, for its staff',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField, accountId: MoneyAccountIdField, ...ActorFields, ...PageFields }),
  data: z.array(Statement),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', accountId: '11' } },
});

export const findStatementProgress = endpoint('findStatementProgress', {
  summary: "How far the reading of one's own file is; `key` is the `Idempotency-Key` of its upload",
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, key: PlainField(255), ...ActorFields }),
  data: z.object({
    /** Bytes. */
    read: z.number().int(),
    of: z.number().int(),
    state: z.enum(['reading', 'done', 'refused']),
  }),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', key: '2f1c9a52-6b9e-4c0e-9b7e-0d7f6f1d2a11' } },
});

const Header = TitleField(200);
const columns = Object.fromEntries(CSV_ROLES.map((role) => [role, Header])) as Record<
  (typeof CSV_ROLES)[number],
  typeof Header
>;

export const setStatementMapping = endpoint('setStatementMapping', {
  summary: 'Which column of the CSV of an account is which, and how its sums and days are written (R21.4)',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, accountId: MoneyAccountIdField, ...ActorFields }),
  body: z
    .strictObject({
      userId: ActorFields.userId,
      columns: z
        .strictObject(columns, missingOr('invalid'))
        .partial()
        .refine((named) => hasNeededColumns({ columns: named }), problem('required')),
      decimal: z.enum(DECIMAL_SIGNS, missingOr('invalid')),
      dateOrder: z.enum(DATE_ORDERS, missingOr('invalid')),
      timeZone: PlainField(64).refine(isTimeZone, problem('invalid')),
      encoding: z.enum(CSV_ENCODINGS, missingOr('invalid')),
      outTypes: z.array(TitleField(80), problem('invalid')).max(50, problem('invalid')),
    })
    .partial({ userId: true, timeZone: true, encoding: true, outTypes: true }),
  data: z.object({ accountId: MoneyAccountIdField }),
  refuses: ['not_found'],
  example: {
    query: { mfiId: '3', accountId: '11' },
    body: {
      columns: { bookedOn: 'Date', text: 'Details', debit: 'Debit', credit: 'Credit' },
      decimal: '.',
      dateOrder: 'dmy',
      outTypes: [],
    },
  },
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
