import { isEmail, isPhone, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import { MAILS_PER_CALL_MAX } from '@sathi/domain/invitations.ts';
import { normalizeLink } from '@sathi/domain/links.ts';
import { z } from 'zod';
import { EMAIL_SCHEMA, linkSchema, PHONE_SCHEMA } from './field-schemas.ts';
import { problem } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import type { FieldProblem } from './refusals.ts';
import { PlainField } from './text-fields.ts';

const PhoneText = z
  .string(problem('required'))
  .overwrite((text) => (text.trim() === '' ? '' : normalizePhone(text)))
  .superRefine((phone, context) => {
    const message: FieldProblem | null = phone === '' ? 'required' : isPhone(phone) ? null : 'phone_malformed';
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const PhoneField = writtenAs(PhoneText, PHONE_SCHEMA);

const EmailText = z
  .string(problem('required'))
  .overwrite(normalizeEmail)
  .superRefine((email, context) => {
    const message: FieldProblem | null = email === '' ? 'required' : isEmail(email) ? null : 'email_malformed';
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const EmailField = writtenAs(EmailText, EMAIL_SCHEMA);

/** Addresses as typed: each is judged by itself, and a wrong one is answered `invalid`, not refused. */
export const EmailListField = z
  .array(PlainField(1000, { tooLong: 'invalid' }), { error: 'required' })
  .min(1, { error: 'required' })
  .max(MAILS_PER_CALL_MAX, { error: 'too_many_addresses' });

const MAIL_RESULTS = ['sent', 'already_invited', 'already_backed', 'invalid', 'skipped'] as const;

/** The outcome for each address; it never tells whether the address has an account. */
export const MailResults = z.object({
  results: z.array(z.object({ email: z.string(), result: z.enum(MAIL_RESULTS) })),
});

/** A web address as it is stored: normalised, `https` or `http`, of a public host, without a password; empty for none. */
const LinkCodec = z.codec(
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

export const LinkField = writtenAs(LinkCodec, linkSchema(true));
/** A link that has to be there. */
export const RequiredLinkField = writtenAs(
  LinkCodec.refine((link) => link !== '', problem('required')),
  linkSchema(false),
);
