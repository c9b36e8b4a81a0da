import { CONTACT_NOTE_LENGTH_MAX, CONTACT_OUTCOMES, CONTACT_WAYS } from '@sathi/domain/contacts.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CalendarDateField,
  ContactIdField,
  InstantField,
  missingOr,
  PageFields,
  StaffOnLoanQuery,
} from './fields.ts';
import { TextField } from './text-fields.ts';

export const Contact = z.object({
  id: ContactIdField,
  way: z.enum(CONTACT_WAYS),
  outcome: z.enum(CONTACT_OUTCOMES),
  /** The day of a promise; null for anything else. */
  promisedOn: CalendarDateField.nullable(),
  /** A note for the staff alone; empty for none. */
  note: z.string(),
  /** Words that backers read when the loan is 30 days late (R27.2); empty for none. */
  forBackers: z.string(),
  byName: z.string(),
  at: InstantField,
});

export const listContacts = endpoint('listContacts', {
  summary: 'How staff were in touch with the borrower of a loan, newest first, for the staff of its MFI (R27.3)',
  access: 'signed_in',
  list: true,
  query: StaffOnLoanQuery.extend(PageFields),
  data: z.array(Contact),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { mfiId: '3', proposalId: '169' } },
});

export const recordContact = endpoint('recordContact', {
  summary: 'Staff were in touch with the borrower of a running loan, or tried to be; only staff see it (R27.3)',
  access: 'signed_in',
  created: true,
  query: StaffOnLoanQuery,
  body: z.strictObject({
    userId: ActorFields.userId,
    way: z.enum(CONTACT_WAYS, missingOr('invalid')),
    outcome: z.enum(CONTACT_OUTCOMES, missingOr('invalid')),
    /** The day of the promise, today or later: required with `promised`, refused with any other outcome. */
    promisedOn: CalendarDateField.optional(),
    note: TextField(CONTACT_NOTE_LENGTH_MAX, { optional: true }).optional(),
    forBackers: TextField(CONTACT_NOTE_LENGTH_MAX, { optional: true }).optional(),
  }),
  data: Contact.omit({ byName: true }),
  refuses: ['not_found', 'wrong_status'],
  example: {
    query: { mfiId: '3', proposalId: '169' },
    body: { way: 'call', outcome: 'promised', promisedOn: '2030-03-05', note: 'After the market day.' },
  },
});
