import { ALT_LENGTH_MAX, UPDATE_LENGTH_MAX } from '@sathi/domain/updates.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  EmailListField,
  GalleryImageIdField,
  imageKeyField,
  InstantField,
  MailResults,
  PageFields,
  ProposalIdField,
  TextField,
  TitleField,
  UpdateIdField,
} from './fields.ts';

/** One entry of a proposal's update log. `image` is a storage key, `imageUrl` where to get it. */
export const Update = z.object({
  id: UpdateIdField,
  proposalId: ProposalIdField,
  image: z.string(),
  imageUrl: z.string(),
  imageBlur: z.string().nullable(),
  description: z.string(),
  date: InstantField,
  editedAt: InstantField.nullable(),
});

export const listUpdates = endpoint('listUpdates', {
  summary: "A proposal's updates, newest first",
  access: 'public',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Update),
});

export const createUpdate = endpoint('createUpdate', {
  summary: 'Tell how the loan goes: a picture and a text, both required',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    image: imageKeyField('proposalImages', 'required'),
    description: TextField(UPDATE_LENGTH_MAX),
  }),
  data: Update,
});

const OneUpdate = z.object({ id: UpdateIdField, ...ActorFields });

export const editUpdate = endpoint('editUpdate', {
  summary: 'Change an own update',
  access: 'signed_in',
  query: OneUpdate,
  body: z.strictObject({
    userId: ActorFields.userId,
    image: imageKeyField('proposalImages', 'required').optional(),
    description: TextField(UPDATE_LENGTH_MAX).optional(),
  }),
  data: Update,
});

export const deleteUpdate = endpoint('deleteUpdate', {
  summary: 'Take an own update away',
  access: 'signed_in',
  query: OneUpdate,
  data: z.object({ id: UpdateIdField }),
});

export const findUpdateAudience = endpoint('findUpdateAudience', {
  summary: 'How many people an update mail would go to and what it says around the own words, to see before sending',
  access: 'signed_in',
  query: z.object({ proposalId: ProposalIdField, ...ActorFields }),
  data: z.object({
    backersCount: z.number().int(),
    mail: z.object({ subject: z.string(), opening: z.string(), closing: z.string() }),
  }),
});

export const sendNewUpdateEmail = endpoint('sendNewUpdateEmail', {
  summary: 'Mail an update to backers and invited people; others in the list are skipped. `toAllBackers` needs no list',
  access: 'signed_in',
  body: z.strictObject({
    userId: ActorFields.userId,
    sendToMails: EmailListField.optional(),
    toAllBackers: z.boolean({ error: 'invalid' }).optional(),
    proposalOwnerName: z.string({ error: 'invalid' }).max(200, { error: 'too_long' }).optional(),
    proposalName: z.string({ error: 'invalid' }).max(200, { error: 'too_long' }).optional(),
    description: z.string({ error: 'invalid' }).max(5000, { error: 'too_long' }).optional(),
    proposalURL: z.string({ error: 'invalid' }).max(2048, { error: 'too_long' }).optional(),
    proposalId: ProposalIdField.optional(),
    updateId: UpdateIdField.optional(),
  }),
  data: MailResults,
});

export const GalleryImage = z.object({
  id: GalleryImageIdField,
  proposalId: ProposalIdField,
  image: z.string(),
  imageUrl: z.string(),
  imageBlur: z.string().nullable(),
  alt: z.string(),
});

export const listGalleryImages = endpoint('listGalleryImages', {
  summary: "A proposal's photo album, in the order it was made; at most ten pictures",
  access: 'public',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(GalleryImage),
});

export const addGalleryImage = endpoint('addGalleryImage', {
  summary: 'Put a picture into the own album',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    image: imageKeyField('proposalImages', 'required'),
    alt: TitleField(ALT_LENGTH_MAX, { optional: true }).default(''),
  }),
  data: GalleryImage,
});

export const deleteGalleryImage = endpoint('deleteGalleryImage', {
  summary: 'Take a picture out of the own album',
  access: 'signed_in',
  query: z.object({ id: GalleryImageIdField, ...ActorFields }),
  data: z.object({ id: GalleryImageIdField }),
});
