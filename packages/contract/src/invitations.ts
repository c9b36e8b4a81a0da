import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CampaignIdField,
  EmailListField,
  InstantField,
  InvitationIdField,
  MailResults,
  missingOr,
  ProposalIdField,
  TextField,
  UserIdField,
} from './fields.ts';
import { ProposalCard } from './proposals.ts';

export const INVITATION_NOTE_LENGTH_MAX = 280;

/** Texts a client repeats from what it shows. They have to be those of the stored object, which alone is mailed (R12.2). */
const Repeated = z.string({ error: 'invalid' }).max(5000, { error: 'too_long' }).optional();
const RepeatedAmount = z.union([z.string(), z.number()], { error: 'invalid' }).optional();
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
});

export const sendCampaignInvite = endpoint('sendCampaignInvite', {
  summary:
    'Staff invite people by e-mail to a campaign of their MFI, named by `campaignId` or by its stored name and URL',
  access: 'signed_in',
  body: z.strictObject({
    sendToMails: EmailListField,
    campaignId: CampaignIdField.optional(),
    note: Note,
    campaignName: Repeated,
    campaignUrl: Repeated,
    campaignDesc: Repeated,
    userId: ActorFields.userId,
  }),
  data: MailResults,
});

const thanksFields = {
  /** One address; a list of them thanks several. */
  sendToMail: z.union([z.string(), EmailListField], missingOr('invalid')),
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

export const sendThankYouEmail = endpoint('sendThankYouEmail', {
  summary: 'The owner thanks a backer of an own proposal, at most once a day (R12.8)',
  access: 'signed_in',
  body: z.strictObject(thanksFields),
  data: MailResults,
});

export const sendThanksAfterRepaid = endpoint('sendThanksAfterRepaid', {
  summary: 'The owner of a repaid proposal thanks a backer, at most once a day (R12.8)',
  access: 'signed_in',
  body: z.strictObject(thanksFields),
  data: MailResults,
});

const Token = z.string({ error: 'required' }).min(1, { error: 'required' }).max(200, { error: 'invalid' });

export const previewInvitation = endpoint('previewInvitation', {
  summary: 'Who invites to what, for whoever holds the link',
  access: 'public',
  query: z.object({ token: Token }),
  data: z.object({
    inviterName: z.string(),
    proposalId: ProposalIdField.nullable(),
    campaignId: CampaignIdField.nullable(),
    title: z.string(),
    mfiName: z.string(),
  }),
});

export const acceptInvitation = endpoint('acceptInvitation', {
  summary: 'Take up an invitation by its link; a token works once (R12.3)',
  access: 'signed_in',
  body: z.strictObject({ token: Token, userId: ActorFields.userId }),
  data: z.object({ proposalId: ProposalIdField.nullable(), campaignId: CampaignIdField.nullable() }),
});

export const listInvitations = endpoint('listInvitations', {
  summary: 'Open proposals the caller was invited to and has not backed, latest first',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields }),
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
});

export const unsubscribe = endpoint('unsubscribe', {
  summary: 'No more mails of this kind to this address; one click from a mail program (RFC 8058) or from our page',
  access: 'public',
  query: z.object({
    token: z.string({ error: 'required' }).min(1, { error: 'required' }).max(2000, { error: 'invalid' }),
  }),
  data: z.object({ kind: z.string() }),
});

export const confirmEmail = endpoint('confirmEmail', {
  summary: 'The link in a confirmation mail: the address is its owner’s, and its open invitations are accepted (R12.3)',
  access: 'public',
  body: z.strictObject({ token: Token }),
  data: z.object({ acceptedCount: z.number().int() }),
});
