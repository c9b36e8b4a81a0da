import { INVITATION_NOTE_LENGTH_MAX, THANKS_NOTE_LENGTH_MAX } from '@sathi/domain/invitations.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { textSchema } from './field-schemas.ts';
import { EmailListField, MailResults } from './address-fields.ts';
import {
  ActorFields,
  CampaignIdField,
  InstantField,
  InvitationIdField,
  missingOr,
  PageFields,
  ProposalIdField,
  UserIdField,
} from './fields.ts';
import { alsoWritten } from './json-schema.ts';
import { ProposalCard } from './proposal-card.ts';
import { PlainField, TextField } from './text-fields.ts';

/**
 * Texts a client repeats from its screen. They have to be those of the stored object, which alone is mailed (R12.2).
 */
const Repeated = PlainField(5000).optional();
const RepeatedAmount = z.union([PlainField(200), z.number()], { error: 'invalid' }).optional();
const Note = TextField(INVITATION_NOTE_LENGTH_MAX, { optional: true }).optional();

export const sendBackInvitations = endpoint('sendBackInvitations', {
  summary: 'Invite people by e-mail to back a proposal (R12); the same call sends again when it is time',
  access: 'signed_in',
  body: z.strictObject({
    sendToMails: EmailListField,
    proposalId: ProposalIdField,
    note: Note,
    title: Repeated,
    description: Repeated,
    amount: RepeatedAmount,
    address: ActorFields.address,
    userId: ActorFields.userId,
    proposalOwner: ActorFields.userId,
  }),
  data: MailResults,
  refuses: ['not_found', 'wrong_status', 'funding_ended', 'hidden'],
  example: { body: { sendToMails: ['nur@example.org'], proposalId: '169', note: 'Help us buy goats.' } },
});

export const sendCampaignInvite = endpoint('sendCampaignInvite', {
  summary:
    'Staff invite people by e-mail to a campaign of their MFI, named by `campaignId` or by its stored name and URL',
  access: 'signed_in',
  body: alsoWritten(
    z.strictObject({
      sendToMails: EmailListField,
      campaignId: CampaignIdField.optional(),
      note: Note,
      campaignName: Repeated,
      campaignUrl: Repeated,
      campaignDesc: Repeated,
      userId: ActorFields.userId,
    }),
    {
      anyOf: [{ required: ['campaignId'] }, { required: ['campaignName', 'campaignUrl'] }],
    },
  ),
  data: MailResults,
  refuses: ['not_found', 'wrong_status', 'campaign_ended'],
  example: { body: { sendToMails: ['nur@example.org'], campaignId: '1' } },
});

const thanksFields = {
  /** One address; a list of them thanks several. */
  sendToMail: z.union([PlainField(1000), EmailListField], missingOr('invalid')),
  proposalId: ProposalIdField.optional(),
  backerName: Repeated,
  title: Repeated,
  description: Repeated,
  amount: RepeatedAmount,
  address: ActorFields.address,
  backingAmount: RepeatedAmount,
  username: Repeated,
  proposalOwner: ActorFields.userId,
  mfiName: Repeated,
  userId: ActorFields.userId,
};

/** A proposal is named by its id or by its stored title. */
const NAMED = {
  anyOf: [{ required: ['proposalId'] }, { properties: { title: textSchema(5000) }, required: ['title'] }],
};

export const sendThankYouEmail = endpoint('sendThankYouEmail', {
  summary:
    'The owner thanks a backer of an own proposal (R12.8), or a backer its owner, with a note and whatever `sendToMail` says (R12.9); at most once a day',
  access: 'signed_in',
  body: alsoWritten(
    z.strictObject({
      ...thanksFields,
      note: TextField(THANKS_NOTE_LENGTH_MAX, { optional: true }).optional(),
    }),
    NAMED,
  ),
  data: MailResults,
  refuses: ['not_found', 'wrong_status'],
  example: { body: { sendToMail: 'nur@example.org', proposalId: '169' } },
});

export const sendThanksAfterRepaid = endpoint('sendThanksAfterRepaid', {
  summary: 'The owner of a repaid proposal thanks a backer, at most once a day (R12.8)',
  access: 'signed_in',
  body: alsoWritten(z.strictObject(thanksFields), NAMED),
  data: MailResults,
  refuses: ['not_found', 'wrong_status'],
  example: { body: { sendToMail: 'nur@example.org', proposalId: '169' } },
});

const Token = PlainField(200, { missing: 'required', tooLong: 'invalid', lengthMin: 1 });

export const previewInvitation = endpoint('previewInvitation', {
  summary: 'Who invites to what, by first name and initial, for whoever holds the link (R13.2)',
  access: 'public',
  query: z.object({ token: Token }),
  data: z.object({
    inviterName: z.string(),
    proposalId: ProposalIdField.nullable(),
    campaignId: CampaignIdField.nullable(),
    title: z.string(),
    mfiName: z.string(),
  }),
  refuses: ['not_found'],
  example: { query: { token: 'Zx3o9vWq7k' } },
});

export const acceptInvitation = endpoint('acceptInvitation', {
  summary: 'Take up an invitation by its link; a token works once (R12.3)',
  access: 'signed_in',
  body: z.strictObject({ token: Token, userId: ActorFields.userId }),
  data: z.object({ proposalId: ProposalIdField.nullable(), campaignId: CampaignIdField.nullable() }),
  refuses: ['not_found', 'invitation_over'],
  example: { body: { token: 'Zx3o9vWq7k' } },
});

export const listInvitations = endpoint('listInvitations', {
  summary: 'Open proposals the caller was invited to and has not backed, latest first',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      id: InvitationIdField,
      inviterId: UserIdField,
      inviterName: z.string(),
      note: z.string(),
      date: InstantField,
      proposal: ProposalCard,
    }),
  ),
  refuses: [],
  example: {},
});

export const unsubscribe = endpoint('unsubscribe', {
  summary: 'No more mails of this kind to this address; one click from a mail program (RFC 8058) or from our page',
  access: 'public',
  query: z.object({
    token: PlainField(2000, { missing: 'required', tooLong: 'invalid', lengthMin: 1 }),
  }),
  data: z.object({ kind: z.string() }),
  refuses: ['not_found'],
  example: { query: { token: 'Zx3o9vWq7k' } },
});

export const confirmEmail = endpoint('confirmEmail', {
  summary: 'The link in a confirmation mail: the address is its owner’s, and its open invitations are accepted (R12.3)',
  access: 'public',
  body: z.strictObject({ token: Token }),
  data: z.object({ acceptedCount: z.number().int() }),
  refuses: ['not_found', 'code_expired'],
  example: { body: { token: 'Zx3o9vWq7k' } },
});
