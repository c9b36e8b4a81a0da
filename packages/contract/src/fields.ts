import { parseCalendarDate, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import type {
  CampaignId,
  DebtId,
  DrawId,
  FreezeId,
  GiftId,
  ContactId,
  PersonNoteId,
  HardshipId,
  ImportId,
  ImportLineId,
  PauseId,
  PlanChangeId,
  PhoneChangeId,
  GalleryImageId,
  InvestmentId,
  InvitationId,
  JournalId,
  MessageId,
  MfiId,
  MoneyAccountId,
  MoneyRateId,
  NotificationId,
  PaymentId,
  PayoutAccountId,
  PayoutBatchId,
  PayoutId,
  PayoutResumeId,
  ProposalId,
  ReceiptId,
  ReportCaseId,
  SavedSearchId,
  StaffId,
  StatementId,
  StatementLineId,
  TillId,
  UpdateId,
  UserId,
  WithdrawalId,
} from '@sathi/domain/ids.ts';
import { centsOfDollars, dollarsOf, parseDollars, subtractCents, ZERO_CENTS, type Cents } from '@sathi/domain/money.ts';
import {
  PROPOSAL_STATUS,
  proposalStatusOf,
  type ProposalStatus,
  type ProposalStatusCode,
} from '@sathi/domain/proposals.ts';
import { z } from 'zod';
import {
  ACTOR_SCHEMAS,
  ADDRESS_SCHEMA,
  amountSchema,
  CURSOR_SCHEMA,
  DAY_SCHEMAS,
  ID_MAX,
  ID_SCHEMAS,
  plainSchema,
} from './field-schemas.ts';
import { writtenAs } from './json-schema.ts';
import type { FieldProblem } from './refusals.ts';

/** Field problems travel as codes; the error handler puts them into the reader's language. */
export const problem = (code: FieldProblem) => ({ error: code });
/** The errors of a value other than text: a missing one is `required`, a wrong one has its own problem. */
export const missingOr = (code: FieldProblem) => ({
  error: (issue: { readonly input: unknown }): FieldProblem => ((issue.input ?? null) === null ? 'required' : code),
});

/** Ids are decimal strings on the wire; numbers are accepted on the way in. */
function idField<Id extends number>() {
  const text = z.string().regex(/^[1-9]\d{0,14}$/, problem('invalid'));
  const number = z.number().refine((id) => Number.isInteger(id) && id >= 1 && id <= ID_MAX, problem('invalid'));
  const wire = z.union([text, number], missingOr('invalid'));
  const field = z.codec(wire as unknown as z.ZodType<string, string>, z.number() as unknown as z.ZodType<Id>, {
    decode: (text) => Number(text) as Id,
    encode: (id) => String(id),
  });
  return writtenAs(field, ID_SCHEMAS.body, ID_SCHEMAS);
}
export const UserIdField = idField<UserId>();
export const StatementIdField = idField<StatementId>();
export const StatementLineIdField = idField<StatementLineId>();
export const MfiIdField = idField<MfiId>();
export const ProposalIdField = idField<ProposalId>();
export const InvestmentIdField = idField<InvestmentId>();
export const PaymentIdField = idField<PaymentId>();
export const ReceiptIdField = idField<ReceiptId>();
export const WithdrawalIdField = idField<WithdrawalId>();
export const PayoutIdField = idField<PayoutId>();
/** The id of a withdrawal or of a payout; the kind beside it says of which. */
export const RequestIdField = idField<WithdrawalId | PayoutId>();
export const PayoutAccountIdField = idField<PayoutAccountId>();
export const PayoutBatchIdField = idField<PayoutBatchId>();
export const PayoutResumeIdField = idField<PayoutResumeId>();
export const JournalIdField = idField<JournalId>();
export const EventIdField = idField<number>();
export const MessageIdField = idField<MessageId>();
export const UpdateIdField = idField<UpdateId>();
export const GalleryImageIdField = idField<GalleryImageId>();
export const InvitationIdField = idField<InvitationId>();
export const NotificationIdField = idField<NotificationId>();
export const CampaignIdField = idField<CampaignId>();
/** The id of a person in an office, or of one who is about to join it. */
export const StaffIdField = idField<StaffId>();
export const PhoneChangeIdField = idField<PhoneChangeId>();
export const ContactIdField = idField<ContactId>();
export const HardshipIdField = idField<HardshipId>();
export const ImportIdField = idField<ImportId>();
export const ImportLineIdField = idField<ImportLineId>();
export const PauseIdField = idField<PauseId>();
export const PlanChangeIdField = idField<PlanChangeId>();
export const PersonNoteIdField = idField<PersonNoteId>();
export const FreezeIdField = idField<FreezeId>();
export const ReportCaseIdField = idField<ReportCaseId>();
export const SavedSearchIdField = idField<SavedSearchId>();
export const GiftIdField = idField<GiftId>();
export const DrawIdField = idField<DrawId>();
export const DebtIdField = idField<DebtId>();
export const MoneyAccountIdField = idField<MoneyAccountId>();
export const TillIdField = idField<TillId>();
export const MoneyRateIdField = idField<MoneyRateId>();

/** The largest amount on the wire; what people type may be larger, to be told what is left. */
const DOLLARS_MAX = 999_999_999.99;

/** Dollars with at most two decimals, as a number or a string; cents inside. */
function amountCodec(read: (text: string) => Cents | null) {
  return z.codec(
    z.union([z.number(), z.string()], missingOr('amount_malformed')) as unknown as z.ZodType<number, number>,
    z.number() as unknown as z.ZodType<Cents, Cents>,
    {
      decode: (wire, context) => {
        // A JSON number is read as its shortest printed form, so 0.1 + 0.2 is seen with all its decimals. White space
        // around an amount is a form's to take away; on the wire it makes another text.
        const amount = /\s/.test(String(wire)) ? null : read(String(wire));
        if (amount === null) {
          context.issues.push({ code: 'custom', input: wire, message: amountProblem(String(wire)) });
          return z.NEVER;
        }
        return amount;
      },
      encode: (amount) => dollarsOf(amount),
    },
  );
}

function parseAmount(text: string): Cents | null {
  const amount = parseDollars(text);
  return amount !== null && dollarsOf(amount) <= DOLLARS_MAX ? amount : null;
}

function parseAnySum(text: string): Cents | null {
  const amount = parseDollars(text.replace(/^-/, ''));
  return amount && text.startsWith('-') ? subtractCents(ZERO_CENTS, amount) : amount;
}

/** A sum of 0 is well formed here; the rules of money refuse it. */
export const AmountField = writtenAs(amountCodec(parseAmount), amountSchema(0, DOLLARS_MAX));
/** A sum of any size and sign, for a rule that refuses it with the limit before it meets the database. */
export const LimitedAmountField = writtenAs(amountCodec(parseAnySum), amountSchema(0, DOLLARS_MAX));

function amountProblem(text: string): FieldProblem {
  return /^-\d/.test(text) ? 'amount_below_one' : 'amount_malformed';
}

/** Answers only: dollars out. */
export const MoneyField = z.codec(z.number(), z.number() as unknown as z.ZodType<Cents, Cents>, {
  decode: (dollars) => centsOfDollars(dollars),
  encode: (amount) => dollarsOf(amount),
});

/** Answers only, for lists: without a check, because zod takes a field with one through its schema twice on the way out. */
export const IntegerField = writtenAs(z.number(), { type: 'integer' });

/** ISO 8601 in UTC. */
export const InstantField = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (instant) => instant.toISOString(),
});

const CalendarDateCodec = z.codec(
  z.string(problem('required')) as unknown as z.ZodType<string, string>,
  z.string() as unknown as z.ZodType<CalendarDate, CalendarDate>,
  {
    decode: (text, context) => {
      const typed = plainNumber(text);
      const date = parseCalendarDate(typed);
      if (date === null) {
        const message: FieldProblem = typed === '' ? 'required' : 'date_malformed';
        context.issues.push({ code: 'custom', input: text, message });
        return z.NEVER;
      }
      return date;
    },
    encode: (date) => date,
  },
);
export const CalendarDateField = writtenAs(CalendarDateCodec, DAY_SCHEMAS.body, DAY_SCHEMAS);

const statusCodes = Object.values(PROPOSAL_STATUS) as unknown as readonly [ProposalStatusCode, ...ProposalStatusCode[]];
export const ProposalStatusField = z.codec(
  z.literal(statusCodes),
  z.string() as unknown as z.ZodType<ProposalStatus, ProposalStatus>,
  {
    decode: proposalStatusOf,
    encode: (status) => PROPOSAL_STATUS[status],
  },
);

/** `status=2,3` in a query. */
export const StatusFilterField = z.codec(
  z.string().regex(/^[1-6](,[1-6])*$/, problem('invalid')),
  z.array(z.string() as unknown as z.ZodType<ProposalStatus, ProposalStatus>),
  {
    decode: (text) => text.split(',').map((code) => proposalStatusOf(Number(code))),
    encode: (statuses) => statuses.map((status) => PROPOSAL_STATUS[status]).join(','),
  },
);

const ClaimedAddress = writtenAs(z.string(problem('invalid')).nullable(), ADDRESS_SCHEMA, { query: plainSchema(200) });

/** The `userId` a caller claims. The token decides; `http/actor.ts` refuses a value that differs (R6.7). */
export const ActorFields = {
  userId: writtenAs(
    z.union([z.string(), z.number()], problem('invalid')),
    ACTOR_SCHEMAS.body,
    ACTOR_SCHEMAS,
  ).optional(),
  userAddress: ClaimedAddress.optional(),
  address: ClaimedAddress.optional(),
};

/** The loan that staff act on, and the institution that they act for. */
export const StaffOnLoanQuery = z.object({ mfiId: MfiIdField.optional(), proposalId: ProposalIdField, ...ActorFields });

/** A whole number from 1 to a bound, as the query of a list carries it. */
export function CountField(max: number, min = 1) {
  const wire = z.union([z.string().regex(/^\d{1,4}$/, problem('invalid')), z.number()], problem('invalid'));
  const count = z.number().int(problem('invalid')).min(min, problem('invalid')).max(max, problem('invalid'));
  const field = z.codec(wire as unknown as z.ZodType<number, number>, count, {
    decode: (text) => Number(text),
    encode: (number) => number,
  });
  return writtenAs(field, { type: 'integer', minimum: min, maximum: max });
}

/** Paging of every list: at most 50, then a cursor that only the server reads. */
export const PageFields = {
  limit: CountField(50).optional(),
  cursor: writtenAs(z.string(problem('invalid')).max(400, problem('invalid')), CURSOR_SCHEMA).optional(),
};

/** The answer of a call that tells nothing but its success. */
export const Nothing = z.object({});
