import { ALT_LENGTH_MAX, UPDATE_LENGTH_MAX } from '@sathi/domain/updates.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EmailListField, MailResults } from './address-fields.ts';
import {
  ActorFields,
  GalleryImageIdField,
  InstantField,
  PageFields,
  ProposalIdField,
  UpdateIdField,
} from './fields.ts';
import { alsoWritten } from './json-schema.ts';
import { imageKeyField, PlainField, TextField, TitleField } from './text-fields.ts';

/**
 * One entry of a proposal's update log. `image` is a storage key, `imageUrl` where to get it; null to a reader from whom the institution
 * keeps pictures until it has checked the proposal (R14.3).
 */
export const Update = z.object({
  id: UpdateIdField,
  proposalId: ProposalIdField,
  image: z.string().nullable(),
  imageUrl: z.string().nullable(),
  imageBlur: z.string().nullable(),
  description: z.string(),
  date: InstantField,
  editedAt: InstantField.nullable(),
  /** Hidden after reports from all but the owner, the backers and the staff (R34.6). */
  isHidden: z.boolean(),
});

export const listUpdates = endpoint('listUpdates', {
  summary: "A proposal's updates, newest first; without pictures while its institution keeps them until the check",
  access: 'public',
  shared: true,
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...ActorFields, ...PageFields }),
  data: z.array(Update),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
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
  refuses: ['not_found'],
  example: {
    body: { proposalId: '169', image: 'proposalImages/169-abc.webp', description: 'The first goat has come.' },
  },
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
  refuses: ['not_found'],
  example: { query: { id: '7' }, body: { description: 'Two goats now.' } },
});

export const deleteUpdate = endpoint('deleteUpdate', {
  summary: 'Take an own update away',
  access: 'signed_in',
  query: OneUpdate,
  data: z.object({ id: UpdateIdField }),
  refuses: ['not_found'],
  example: { query: { id: '7' } },
});

export const findUpdateAudience = endpoint('findUpdateAudience', {
  summary: 'How many people an update mail would go to and what it says around the own words, to see before sending',
  access: 'signed_in',
  query: z.object({ proposalId: ProposalIdField, ...ActorFields }),
  data: z.object({
    backersCount: z.number().int(),
    mail: z.object({ subject: z.string(), opening: z.string(), closing: z.string() }),
  }),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
});

export const sendNewUpdateEmail = endpoint('sendNewUpdateEmail', {
  summary: 'Mail an update to backers and invited people; others in the list are skipped. `toAllBackers` needs no list',
  access: 'signed_in',
  body: alsoWritten(
    z.strictObject({
      userId: ActorFields.userId,
      sendToMails: EmailListField.optional(),
      toAllBackers: z.boolean({ error: 'invalid' }).optional(),
      proposalOwnerName: PlainField(200).optional(),
      proposalName: PlainField(200).optional(),
      description: PlainField(5000).optional(),
      proposalURL: PlainField(2048).optional(),
      proposalId: ProposalIdField.optional(),
      updateId: UpdateIdField.optional(),
    }),
    {
      allOf: [
        { anyOf: [{ required: ['proposalId'] }, { required: ['updateId'] }, { required: ['proposalURL'] }] },
        {
          anyOf: [
            { required: ['sendToMails'] },
            { properties: { toAllBackers: { const: true } }, required: ['toAllBackers'] },
          ],
        },
      ],
    },
  ),
  data: MailResults,
  refuses: ['not_found', 'wrong_status', 'hidden'],
  example: { body: { proposalId: '169', sendToMails: ['nur@example.org'], description: 'Two goats now.' } },
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
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
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
  refuses: ['not_found', 'album_full'],
  example: { body: { proposalId: '169', image: 'proposalImages/169-abc.webp', alt: 'A goat' } },
});

export const deleteGalleryImage = endpoint('deleteGalleryImage', {
  summary: 'Take a picture out of the own album',
  access: 'signed_in',
  query: z.object({ id: GalleryImageIdField, ...ActorFields }),
  data: z.object({ id: GalleryImageIdField }),
  refuses: ['not_found'],
  example: { query: { id: '7' } },
});
