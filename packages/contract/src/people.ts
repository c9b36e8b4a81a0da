import { PERSON_NOTE_LENGTH_MAX } from '@sathi/domain/staff.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  InstantField,
  MfiIdField,
  MoneyField,
  PageFields,
  PersonNoteIdField,
  ProposalIdField,
  ProposalStatusField,
  UserIdField,
} from './fields.ts';
import { LocalMoney } from './money-fields.ts';
import { TextField, WordsField } from './text-fields.ts';

/** A person whom an institution knows by a loan or a backing there. */
const Person = z.object({
  id: UserIdField,
  name: z.string(),
  phone: z.string(),
  /** Whether the phone is confirmed by SMS; an unconfirmed one may be somebody else's (R33.2). */
  isPhoneConfirmed: z.boolean(),
  /** Loans there that were published. */
  loansCount: z.number().int(),
  /** Loans there that the person backs. */
  backingsCount: z.number().int(),
});

const PersonNote = z.object({
  id: PersonNoteIdField,
  authorName: z.string(),
  text: z.string(),
  writtenAt: InstantField,
});

export const listPeople = endpoint('listPeople', {
  summary: 'The people who borrow or back at an MFI, for its staff; looked for by name or phone, the newest first',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField, search: WordsField(80).optional(), ...ActorFields, ...PageFields }),
  data: z.array(Person),
  refuses: [],
  example: { query: { mfiId: '3', search: 'Rahima' } },
});

export const findPerson = endpoint('findPerson', {
  summary: 'A person who borrows or backs at an MFI, with their loans there and what its staff noted',
  access: 'signed_in',
  query: z.object({ mfiId: MfiIdField, id: UserIdField, ...ActorFields }),
  data: Person.extend({
    loans: z.array(
      z.object({
        proposalId: ProposalIdField,
        title: z.string(),
        status: ProposalStatusField,
        amount: MoneyField,
        outstandingAmount: MoneyField,
        /** The amount and the outstanding sum in the money of the loan; null where that is dollars (R23.7). */
        local: LocalMoney.nullable(),
        localOutstanding: LocalMoney.nullable(),
        publishedAt: InstantField,
      }),
    ),
    /** Newest first. */
    notes: z.array(PersonNote),
  }),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', id: '12' } },
});

export const writePersonNote = endpoint('writePersonNote', {
  summary: 'Staff note something about a person, for the staff of their MFI; it stays as it was written',
  access: 'signed_in',
  created: true,
  query: z.object({ mfiId: MfiIdField, id: UserIdField, ...ActorFields }),
  body: z.strictObject({ userId: ActorFields.userId, text: TextField(PERSON_NOTE_LENGTH_MAX) }),
  data: PersonNote.pick({ id: true, text: true, writtenAt: true }),
  refuses: ['not_found'],
  example: { query: { mfiId: '3', id: '12' }, body: { text: 'Came by with her slip.' } },
});
