import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, InstantField, MoneyField, Nothing, PayoutAccountIdField, ProposalIdField } from './fields.ts';
import { PlainField } from './text-fields.ts';

export const makeExport = endpoint('makeExport', {
  summary:
    'A link to everything about the caller as JSON and CSV in one zip, good for 24 hours; a new one ends the one before (R13.3)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({ userId: ActorFields.userId }),
  data: z.object({
    /** The address of the file: it is answered once, and opens without a sign-in. */
    url: z.string(),
    until: InstantField,
  }),
  refuses: ['step_up_required'],
  example: { body: {} },
});

export const findExport = endpoint('findExport', {
  summary: 'Until when the last link of the caller is good; null without one',
  access: 'signed_in',
  query: z.object({ ...ActorFields }),
  data: z.object({ until: InstantField.nullable() }),
  refuses: [],
  example: {},
});

export const readExport = endpoint('readExport', {
  summary: 'The file behind a link, for whoever holds it',
  access: 'public',
  gives: ['application/zip'],
  query: z.object({ token: PlainField(200, { missing: 'required', tooLong: 'invalid', lengthMin: 1 }) }),
  data: z.string(),
  refuses: ['not_found'],
  example: { query: { token: 'Zx3o9vWq7k' } },
});

export const findClosing = endpoint('findClosing', {
  summary: 'Whether the caller may close their account, and what would become of what they have (R33.5)',
  access: 'signed_in',
  query: z.object({ ...ActorFields }),
  data: z.object({
    /** The code with which closing would be refused now. */
    hindrance: z.enum(['has_open_loans', 'money_not_sent', 'last_manager', 'credit_below_zero']).nullable(),
    /** Own proposals without backers, which would be deleted. */
    proposals: z.number().int(),
    /** Unpaid sums of their backings, which would end (R20.3). */
    awaited: MoneyField,
    /** Money that would stay on the books: what is to come back, and credit. */
    stillOut: MoneyField,
    credit: MoneyField,
  }),
  refuses: [],
  example: {},
});

export const closeAccount = endpoint('closeAccount', {
  summary: 'Close the own account: what names the person is erased, the books keep a number (R13.4)',
  access: 'signed_in',
  body: z
    .strictObject({
      userId: ActorFields.userId,
      /** An account of the caller, kept sealed for what comes later, which is paid there monthly. */
      payoutAccountId: PayoutAccountIdField,
    })
    .partial({ payoutAccountId: true }),
  data: Nothing,
  refuses: [
    'has_open_loans',
    'money_not_sent',
    'last_manager',
    'credit_below_zero',
    'step_up_required',
    'not_found',
    'cooling_off',
  ],
  example: { body: {} },
});

export const listKeepableLoans = endpoint('listKeepableLoans', {
  summary:
    'The own loans, repaid or written off, whose words and pictures go a year later, unless they are kept public (R13.6)',
  access: 'signed_in',
  query: z.object({ ...ActorFields }),
  data: z.array(
    z.object({
      id: ProposalIdField,
      title: z.string(),
      repaidAt: InstantField.nullable(),
      writtenOffAt: InstantField.nullable(),
      staysPublic: z.boolean(),
    }),
  ),
  refuses: [],
  example: {},
});

export const keepLoanPublic = endpoint('keepLoanPublic', {
  summary: 'Keep the words and pictures of an own loan that is repaid or written off public, or let them go (R13.6)',
  access: 'signed_in',
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    keep: z.boolean({ error: 'invalid' }),
  }),
  data: z.object({ proposalId: ProposalIdField }),
  refuses: ['not_found', 'wrong_status'],
  example: { body: { proposalId: '169', keep: true } },
});
