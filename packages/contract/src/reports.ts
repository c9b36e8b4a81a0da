import { APPEAL_LENGTH_MAX, REPORT_KINDS, REPORT_REASONS } from '@sathi/domain/reports.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  EventIdField,
  InstantField,
  MfiIdField,
  missingOr,
  PageFields,
  ProposalIdField,
  ReportCaseIdField,
} from './fields.ts';
import { alsoWritten } from './json-schema.ts';
import { imageKeyField, TextField } from './text-fields.ts';

const CASE_STATES = ['reported', 'hidden', 'shown', 'hidden_for_good'] as const;
const VERDICTS = ['shown', 'hidden_for_good'] as const;

/** Staff say whether a thing is shown, and tell its owner why. */
const Verdict = {
  query: z.object({ mfiId: MfiIdField, id: ReportCaseIdField, ...ActorFields }),
  body: z.strictObject({
    userId: ActorFields.userId,
    state: z.enum(VERDICTS, missingOr('invalid')),
    /** The reason, which the owner reads. */
    reason: TextField(REASON_LENGTH_MAX),
  }),
  data: z.object({ id: ReportCaseIdField, state: z.enum(VERDICTS) }),
};

/** The key of a picture that reports may hide, and what its address says as `pass` to be shown for an hour. */
const ShownPicture = { image: z.string().nullable(), picturePass: z.string().nullable() };

/** A thing that reports hide, for those who still see it. */
export const HiddenThing = z.object({
  id: ReportCaseIdField,
  kind: z.enum(REPORT_KINDS),
  /** The id of the thing, or the key of a picture. */
  thing: z.string(),
  words: z.string(),
  ...ShownPicture,
  /** Hidden for good, or until staff have decided. */
  state: z.enum(['hidden', 'hidden_for_good']),
  hiddenAt: InstantField,
  /** The last instant at which the deadline of the proposal can still stand still; null where none does. */
  deadlineStandsUntil: InstantField.nullable(),
  /** Why it is hidden for good, for owner and staff; else null. */
  reason: z.string().nullable(),
  /** The owner has appealed; null before, and for all others. */
  appealedAt: InstantField.nullable(),
  /** Staff's answer to the appeal, for owner and staff; else null. */
  answer: z.string().nullable(),
  mayAppeal: z.boolean(),
});

export const enterReport = endpoint('enterReport', {
  summary: 'Tell the staff of the partner institution that something is not right (R14.4); asking twice is once',
  access: 'signed_in',
  body: alsoWritten(
    z.strictObject({
      userId: ActorFields.userId,
      kind: z.enum(REPORT_KINDS, missingOr('invalid')),
      /** The proposal, or the one that the thing belongs to. */
      proposalId: ProposalIdField,
      /** The id of an update, a message or a person. */
      id: EventIdField.optional(),
      /** The key of a picture. */
      key: imageKeyField('proposalImages').optional(),
      reason: z.enum(REPORT_REASONS, missingOr('invalid')),
    }),
    {
      oneOf: [
        { properties: { kind: { const: 'proposal' } } },
        { properties: { kind: { const: 'picture' } }, required: ['key'] },
        {
          properties: { kind: { enum: REPORT_KINDS.filter((kind) => !/proposal|picture/.test(kind)) } },
          required: ['id'],
        },
      ],
    },
  ),
  data: z.object({ kind: z.enum(REPORT_KINDS), proposalId: ProposalIdField }),
  refuses: ['not_found'],
  example: { body: { kind: 'proposal', proposalId: '169', reason: 'fraud' } },
});

export const listReports = endpoint('listReports', {
  summary: 'What was reported at an MFI and waits for its staff, appeals too, the oldest first (R34.6)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      id: ReportCaseIdField,
      kind: z.enum(REPORT_KINDS),
      thing: z.string(),
      proposalId: ProposalIdField,
      mfiName: z.string(),
      /** The title of the proposal. */
      title: z.string(),
      ownerName: z.string(),
      /** The words of the thing. */
      words: z.string(),
      ...ShownPicture,
      state: z.enum(CASE_STATES),
      openedAt: InstantField,
      hiddenAt: InstantField.nullable(),
      /** The number of reporters for each reason, and of those among them who count towards hiding. */
      reasons: z.array(
        z.object({ reason: z.enum(REPORT_REASONS), count: z.number().int(), counted: z.number().int() }),
      ),
      /** The person who decided the case in which the owner appeals, and the reason. */
      decidedByName: z.string().nullable(),
      decisionReason: z.string().nullable(),
      appeal: z.string().nullable(),
      appealedAt: InstantField.nullable(),
      mayDecide: z.boolean(),
      /** The caller may answer the appeal. */
      mayAnswer: z.boolean(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const decideReport = endpoint('decideReport', {
  summary:
    'Staff show a reported thing again, or hide it for good; a proposal in 2, 3 or 4 is then returned (R34.6, T10)',
  access: 'signed_in',
  ...Verdict,
  refuses: ['not_found', 'already_decided'],
  example: { query: { mfiId: '3', id: '7' }, body: { state: 'shown', reason: 'The picture shows the owner alone.' } },
});

export const enterAppeal = endpoint('enterAppeal', {
  summary: 'The owner appeals, once, against hiding for good (R34.6)',
  access: 'signed_in',
  body: z.strictObject({ userId: ActorFields.userId, id: ReportCaseIdField, text: TextField(APPEAL_LENGTH_MAX) }),
  data: z.object({ id: ReportCaseIdField }),
  refuses: ['not_found', 'wrong_status', 'already_decided'],
  example: { body: { id: '7', text: 'The picture shows my own house.' } },
});

export const answerAppeal = endpoint('answerAppeal', {
  summary: 'Staff who did not decide answer an appeal; alone, the one who decided (R34.6)',
  access: 'signed_in',
  ...Verdict,
  refuses: ['not_found', 'wrong_status', 'already_decided', 'second_person_needed'],
  example: { query: { mfiId: '3', id: '7' }, body: { state: 'shown', reason: 'It shows nobody else.' } },
});
