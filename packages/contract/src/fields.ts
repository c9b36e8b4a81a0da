import { isEmail, isPhone, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import { parseCalendarDate, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import type {
  CampaignId,
  GalleryImageId,
  InvestmentId,
  InvitationId,
  JournalId,
  MessageId,
  MfiId,
  NotificationId,
  PaymentId,
  ProposalId,
  UpdateId,
  UserId,
  WithdrawalId,
} from '@sathi/domain/ids.ts';
import { normalizeLink } from '@sathi/domain/links.ts';
import { centsOfDollars, dollarsOf, parseDollars, type Cents } from '@sathi/domain/money.ts';
import {
  PROPOSAL_STATUS,
  proposalStatusOf,
  type ProposalStatus,
  type ProposalStatusCode,
} from '@sathi/domain/proposals.ts';
import { cleanText, hasBidiOverride, lengthInCodePoints } from '@sathi/domain/text.ts';
import { z } from 'zod';
import type { FieldProblem } from './refusals.ts';

/** Field problems travel as codes; the error handler puts them into the reader's language. */
const problem = (code: FieldProblem) => ({ error: code });
/** For what is not text: a value that is missing is `required`, a wrong one has its own problem. */
export const missingOr = (code: FieldProblem) => ({
  error: (issue: { readonly input: unknown }): FieldProblem => ((issue.input ?? null) === null ? 'required' : code),
});

/** Ids are decimal strings on the wire; numbers are accepted on the way in. */
function idField<Id extends number>() {
  const text = z.string().regex(/^[1-9]\d{0,14}$/, problem('invalid'));
  const number = z.number().int(problem('invalid')).positive(problem('invalid'));
  const wire = z.union([text, number], missingOr('invalid'));
  return z.codec(wire as unknown as z.ZodType<string, string>, z.number() as unknown as z.ZodType<Id>, {
    decode: (text) => Number(text) as Id,
    encode: (id) => String(id),
  });
}
export const UserIdField = idField<UserId>();
export const MfiIdField = idField<MfiId>();
export const ProposalIdField = idField<ProposalId>();
export const InvestmentIdField = idField<InvestmentId>();
export const PaymentIdField = idField<PaymentId>();
export const WithdrawalIdField = idField<WithdrawalId>();
export const JournalIdField = idField<JournalId>();
export const EventIdField = idField<number>();
export const MessageIdField = idField<MessageId>();
export const UpdateIdField = idField<UpdateId>();
export const GalleryImageIdField = idField<GalleryImageId>();
export const InvitationIdField = idField<InvitationId>();
export const NotificationIdField = idField<NotificationId>();
export const CampaignIdField = idField<CampaignId>();

/** Dollars with at most two decimals, as a number or a string; cents inside. */
export const AmountField = z.codec(
  z.union([z.number(), z.string()], missingOr('amount_malformed')) as unknown as z.ZodType<number, number>,
  z.number() as unknown as z.ZodType<Cents, Cents>,
  {
    decode: (wire, context) => {
      // The text of a JSON number is what its shortest form prints, so 0.1 + 0.2 is seen with all its decimals.
      // What stands around it is for a form to take away; on the wire it is another text.
      const amount = /\s/.test(String(wire)) ? null : parseDollars(String(wire));
      if (amount === null) {
        context.issues.push({ code: 'custom', input: wire, message: amountProblem(String(wire)) });
        return z.NEVER;
      }
      return amount;
    },
    encode: (amount) => dollarsOf(amount),
  },
);

function amountProblem(text: string): FieldProblem {
  return /^-\d/.test(text) ? 'amount_below_one' : 'amount_malformed';
}

/** Answers only: dollars out. */
export const MoneyField = z.codec(z.number(), z.number() as unknown as z.ZodType<Cents, Cents>, {
  decode: (dollars) => centsOfDollars(dollars),
  encode: (amount) => dollarsOf(amount),
});

/** ISO 8601 in UTC. */
export const InstantField = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (instant) => instant.toISOString(),
});

export const CalendarDateField = z.codec(
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

type TextOptions = { readonly optional?: boolean };

/** Free text as it is stored: composed, trimmed, not empty, at most `lengthMax` code points. */
export function TextField(lengthMax: number, options: TextOptions = {}) {
  return textOf(cleanText, lengthMax, options);
}

/** One line that is shown in mails and headings: also free of marks that reorder text. */
export function TitleField(lengthMax: number, options: TextOptions = {}) {
  return textOf(cleanLine, lengthMax, options).refine((text) => !hasBidiOverride(text), problem('bidi_override'));
}

/** A number that somebody else gave out (account, reference): one line in Latin digits, with nothing in it that is not seen. */
export function NumberTextField(lengthMax: number, options: TextOptions = {}) {
  return textOf((text) => cleanLine(plainNumber(text)), lengthMax, options);
}

/** Words to look for, or the name of something: composed and trimmed as what is stored. The length is that of what is sent. */
export function WordsField(lengthMax: number) {
  return z
    .string(problem('invalid'))
    .refine((text) => [...text].length <= lengthMax, problem('too_long'))
    .overwrite((text) => text.normalize('NFC').trim());
}

function textOf(clean: (text: string) => string, lengthMax: number, { optional }: TextOptions) {
  return z
    .string(problem('required'))
    .overwrite(clean)
    .superRefine((text, context) => {
      const message: FieldProblem | null =
        text === '' && !optional ? 'required' : lengthInCodePoints(text) > lengthMax ? 'too_long' : null;
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ');
}

export const PhoneField = z
  .string(problem('required'))
  .overwrite((text) => (text.trim() === '' ? '' : normalizePhone(text)))
  .superRefine((phone, context) => {
    const message: FieldProblem | null = phone === '' ? 'required' : isPhone(phone) ? null : 'phone_malformed';
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const EmailField = z
  .string(problem('required'))
  .overwrite(normalizeEmail)
  .superRefine((email, context) => {
    const message: FieldProblem | null = email === '' ? 'required' : isEmail(email) ? null : 'email_malformed';
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** The most addresses of one call (R12.2). */
export const MAILS_PER_CALL_MAX = 50;

/** Addresses as somebody typed them: each is judged by itself, and a wrong one is answered `invalid`, not refused. */
export const EmailListField = z
  .array(z.string({ error: 'invalid' }).max(1000, { error: 'invalid' }), { error: 'required' })
  .min(1, { error: 'required' })
  .max(MAILS_PER_CALL_MAX, { error: 'too_many_addresses' });

export const MAIL_RESULTS = ['sent', 'already_invited', 'already_backed', 'invalid', 'skipped'] as const;

/** What became of each address; never whether it has an account. */
export const MailResults = z.object({
  results: z.array(z.object({ email: z.string(), result: z.enum(MAIL_RESULTS) })),
});

/** A storage key that an upload answered. `missing` is the problem of an absent or empty one. */
export function imageKeyField(
  folder: 'proposalImages' | 'profileImages' | 'campaignImages',
  missing: FieldProblem = 'invalid',
) {
  return z
    .string(problem(missing))
    .min(1, { ...problem(missing), abort: true })
    .regex(new RegExp(`^${folder}/[\\w.-]{1,200}$`), problem('invalid'));
}

/** A web address as it is stored: normalised, `https` or `http`, of a public host, without a password; empty for none. */
export const LinkField = z.codec(
  z.string(problem('required')) as unknown as z.ZodType<string, string>,
  z.string() as unknown as z.ZodType<string, string>,
  {
    decode: (text, context) => {
      if (text.trim() === '') return '';
      const link = normalizeLink(text);
      if (link === null) {
        context.issues.push({ code: 'custom', input: text, message: 'link_malformed' satisfies FieldProblem });
        return z.NEVER;
      }
      return link;
    },
    encode: (link) => link,
  },
);

/** Who the caller says they are. The token decides; `http/actor.ts` refuses a value that differs (R6.7). */
export const ActorFields = {
  userId: z.union([z.string(), z.number()], problem('invalid')).optional(),
  userAddress: z.string({ error: 'invalid' }).nullable().optional(),
  address: z.string({ error: 'invalid' }).nullable().optional(),
};

/** Paging of every list: at most 50, then a cursor that only the server reads. */
export const PageFields = {
  limit: z
    .codec(z.union([z.string(), z.number()]) as unknown as z.ZodType<number, number>, z.number().int().min(1).max(50), {
      decode: (wire) => Number(wire),
      encode: (limit) => limit,
    })
    .optional(),
  cursor: z.string().max(400).optional(),
};

/** Where a call answers nothing but its success. */
export const Nothing = z.object({});
