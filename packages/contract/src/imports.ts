import { IMPORT_BYTES_MAX, IMPORT_COLUMNS, IMPORT_LINE_STATES } from '@sathi/domain/imports.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  ImportIdField,
  ImportLineIdField,
  InstantField,
  MfiIdField,
  missingOr,
  MoneyField,
  PageFields,
  ProposalIdField,
} from './fields.ts';
import { LocalMoney } from './money-fields.ts';
import { PlainField, TitleField } from './text-fields.ts';

const Import = z.object({
  id: ImportIdField,
  /** The name of the file. */
  name: z.string(),
  enteredAt: InstantField,
  undoneAt: InstantField.nullable(),
  /** The instant from which the imported people are told by SMS, at an hour of the day. */
  toldFrom: InstantField,
  linesCount: z.number().int(),
  draftsCount: z.number().int(),
  /** People who came: they claimed their account, or took or declined the draft. */
  claimedCount: z.number().int(),
  /** The staff may still undo it. */
  canUndo: z.boolean(),
});

/** One line as it was read. A line with problems is left out of the import. */
const CheckedLine = z.object({
  /** The number of the record in the file, counted from 1 with the header. */
  row: z.number().int(),
  phone: z.string(),
  name: z.string(),
  /** Null for a person without a draft. */
  title: z.string().nullable(),
  problems: z.array(z.object({ column: z.enum(IMPORT_COLUMNS), message: z.string() })),
});

const query = z.object({ mfiId: MfiIdField, ...ActorFields });
const FILE_NAME_LENGTH_MAX = 120;
/** CSV with a header, its cells divided by commas, semicolons or tabs. */
const CsvText = PlainField(IMPORT_BYTES_MAX, { missing: 'required', lengthMin: 1 });
const EXAMPLE = 'phone,first_name,last_name\n+8801712345678,Asha,Begum\n';
const refuses = ['sheet_malformed', 'columns_missing', 'too_many_people'] as const;

export const checkImport = endpoint('checkImport', {
  summary: 'Staff read a file of people and draft proposals without importing it: each line with its problems (R31.5)',
  access: 'signed_in',
  query,
  bodyBytesMax: 2 * IMPORT_BYTES_MAX,
  body: z.strictObject({ userId: ActorFields.userId, text: CsvText }),
  data: z.object({
    lines: z.array(CheckedLine),
    /** Columns that are not read. */
    unknownColumns: z.array(z.string()),
  }),
  refuses,
  example: { query: { mfiId: '3' }, body: { text: EXAMPLE } },
});

export const importPeople = endpoint('importPeople', {
  summary:
    'Staff import the lines of a file that have no problem (R31.5). Who has an account already is not told: each line waits for its person',
  access: 'signed_in',
  created: true,
  query,
  bodyBytesMax: 2 * IMPORT_BYTES_MAX,
  body: z.strictObject({ userId: ActorFields.userId, name: TitleField(FILE_NAME_LENGTH_MAX), text: CsvText }),
  data: Import,
  refuses: [...refuses, 'nobody_to_import'],
  example: { query: { mfiId: '3' }, body: { name: 'gosaba.csv', text: EXAMPLE } },
});

export const listImports = endpoint('listImports', {
  summary: 'The imports of an MFI, newest first, for its staff (R31.5)',
  access: 'signed_in',
  list: true,
  query: query.extend(PageFields),
  data: z.array(Import),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const listImportLines = endpoint('listImportLines', {
  summary: 'The people of an import and whether they came; nameless 90 days later (R31.5)',
  access: 'signed_in',
  list: true,
  query: query.extend({ id: ImportIdField, ...PageFields }),
  data: z.array(
    z.object({
      id: ImportLineIdField,
      row: z.number().int(),
      phone: z.string().nullable(),
      name: z.string().nullable(),
      title: z.string().nullable(),
      state: z.enum(IMPORT_LINE_STATES),
    }),
  ),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', id: '5' } },
});

export const undoImport = endpoint('undoImport', {
  summary: 'Staff undo an import, within 24 hours and while nobody claimed or took anything of it (R31.5)',
  access: 'signed_in',
  query: query.extend({ id: ImportIdField }),
  data: Import,
  refuses: ['not_found', 'wrong_status', 'too_late'],
  example: { query: { mfiId: '3', id: '5' } },
});

export const listOffers = endpoint('listOffers', {
  summary: 'The draft proposals that institutions wrote for the phone of this person, which is proven (R31.5)',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      id: ImportLineIdField,
      mfiId: MfiIdField,
      mfiName: z.string(),
      title: z.string(),
      description: z.string(),
      /** Null where the sum is in local money. */
      amount: MoneyField.nullable(),
      localAmount: LocalMoney.nullable(),
      monthsToRepay: z.number().int(),
      startDate: CalendarDateField,
      place: z.string().nullable(),
    }),
  ),
  refuses: [],
  example: {},
});

export const answerOffer = endpoint('answerOffer', {
  summary: 'The person makes the draft that staff wrote their own, or does not want it (R31.5)',
  access: 'signed_in',
  body: z.strictObject({
    userId: ActorFields.userId,
    id: ImportLineIdField,
    state: z.enum(['taken', 'declined'], missingOr('invalid')),
  }),
  data: z.object({
    id: ImportLineIdField,
    state: z.enum(['taken', 'declined']),
    /** The draft; null where it was declined. */
    proposalId: ProposalIdField.nullable(),
  }),
  refuses: ['not_found', 'local_money_off', 'wrong_currency', 'rate_too_old'],
  example: { body: { id: '11', state: 'taken' } },
});
