import { DESCRIPTION_LENGTH_MAX, RETURN_REASONS, TITLE_LENGTH_MAX } from '@sathi/domain/proposals.ts';
import { RETURN_NOTE_LENGTH_MAX } from '@sathi/domain/staff.ts';
import { STORY_LANGUAGES } from '@sathi/domain/story-language.ts';
import { AREA_LENGTH_MAX } from '@sathi/domain/tills.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, MfiIdField, missingOr, ProposalIdField, ProposalStatusField, UserIdField } from './fields.ts';
import { alsoWritten } from './json-schema.ts';
import { RevisionField, whoAndWhereFields } from './proposals.ts';
import { TextField, TitleField } from './text-fields.ts';

const StaffQuery = z.object({ mfiId: MfiIdField, proposalId: ProposalIdField, ...ActorFields });
/** A decision names the revision that it is about. */
const DecisionQuery = StaffQuery.extend({ revision: RevisionField });
const Decided = z.object({
  id: ProposalIdField,
  status: ProposalStatusField,
  isMFIApproved: z.boolean(),
});

export const approveProposal = endpoint('approveProposal', {
  summary: 'The MFI has checked the proposal (R2.1, R2.2)',
  access: 'signed_in',
  query: DecisionQuery,
  data: Decided,
  refuses: ['not_found', 'changed_meanwhile', 'wrong_status', 'already_approved', 'second_person_needed'],
  example: { query: { mfiId: '3', proposalId: '169' } },
});

export const releaseFunds = endpoint('releaseFunds', {
  summary: 'The MFI holds or advances the money: status 4 becomes 5 (T11)',
  access: 'signed_in',
  query: DecisionQuery,
  /** With `advance` the institution takes over what is unpaid (R20.5). */
  body: z
    .strictObject({ userId: ActorFields.userId, advance: z.boolean({ error: 'invalid' }).optional() })
    .nullable()
    .optional(),
  data: Decided,
  refuses: [
    'not_found',
    'changed_meanwhile',
    'wrong_status',
    'rate_too_old',
    'not_approved',
    'unpaid_backings',
    'frozen',
    'second_person_needed',
  ],
  example: { query: { mfiId: '3', proposalId: '169' } },
});

export const returnProposal = endpoint('returnProposal', {
  summary: 'Back to the owner with a reason; every backing is released (T10)',
  access: 'signed_in',
  query: DecisionQuery,
  body: z.strictObject({
    userId: ActorFields.userId,
    reason: z.enum(RETURN_REASONS, missingOr('invalid')),
    note: TextField(RETURN_NOTE_LENGTH_MAX, { optional: true }).default(''),
  }),
  data: Decided,
  refuses: ['not_found', 'changed_meanwhile', 'wrong_status'],
  example: { query: { mfiId: '3', proposalId: '169' }, body: { reason: 'needs_detail', note: 'Which market?' } },
});

export const fillInProposal = endpoint('fillInProposal', {
  summary: 'Staff say place, trade or language of a proposal in its owner’s place; its words stay (R26.1)',
  access: 'signed_in',
  query: StaffQuery,
  body: z.strictObject({ userId: ActorFields.userId, ...whoAndWhereFields }),
  data: Decided,
  refuses: ['not_found', 'wrong_status'],
  example: { query: { mfiId: '3', proposalId: '169' }, body: { place: 'Gosaba', category: 'livestock' } },
});

export const assignOfficer = endpoint('assignOfficer', {
  summary: 'Who of the staff looks after a proposal and collects its repayments, and where; null for nobody',
  access: 'signed_in',
  query: z.object({ proposalId: ProposalIdField, mfiId: MfiIdField.optional(), ...ActorFields }),
  body: alsoWritten(
    z
      .strictObject({
        userId: ActorFields.userId,
        officerId: UserIdField.nullable().optional(),
        area: TitleField(AREA_LENGTH_MAX, { optional: true }).nullable().optional(),
      })
      .superRefine(({ officerId, area }, context) => {
        if (officerId === undefined && area === undefined)
          context.addIssue({ code: 'custom', path: ['officerId'], message: 'required' });
      }),
    { anyOf: [{ required: ['officerId'] }, { required: ['area'] }] },
  ),
  data: z.object({ id: ProposalIdField, officerId: UserIdField.nullable(), area: z.string().nullable() }),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' }, body: { officerId: '7', area: 'Gosaba, the market' } },
});

export const translateProposal = endpoint('translateProposal', {
  summary: 'Staff write the words of a proposal in another language, in place of an earlier translation (R26.4)',
  access: 'signed_in',
  query: StaffQuery,
  body: z.strictObject({
    userId: ActorFields.userId,
    language: z.enum(STORY_LANGUAGES, missingOr('invalid')),
    title: TitleField(TITLE_LENGTH_MAX),
    description: TextField(DESCRIPTION_LENGTH_MAX),
    /** The words that were translated; without them, those that the proposal has now. */
    original: z
      .strictObject({ title: TitleField(TITLE_LENGTH_MAX), description: TextField(DESCRIPTION_LENGTH_MAX) })
      .optional(),
  }),
  data: z.object({
    id: ProposalIdField,
    language: z.enum(STORY_LANGUAGES),
    /** The owner has changed the words meanwhile. */
    isOutdated: z.boolean(),
  }),
  refuses: ['not_found', 'wrong_status'],
  example: {
    query: { mfiId: '3', proposalId: '169' },
    body: { language: 'be', title: 'দুটি ছাগল', description: 'বাজারের জন্য দুধ।' },
  },
});

export const countOtherLoans = endpoint('countOtherLoans', {
  summary: 'How many other loans the owner of a proposal has on Sathi, at all MFIs; each look is logged (R26.5, R34.5)',
  access: 'signed_in',
  query: StaffQuery,
  data: z.object({
    count: z.number().int(),
    byStatus: z.array(z.object({ status: ProposalStatusField, count: z.number().int() })),
  }),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { mfiId: '3', proposalId: '169' } },
});
