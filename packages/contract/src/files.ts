import type { PictureFolder } from '@sathi/domain/pictures.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { writtenAs } from './json-schema.ts';

/** Pictures for everybody who knows their key. */
const IMAGE_FOLDERS = ['proposalImages', 'profileImages', 'campaignImages'] as const satisfies PictureFolder[];
/** Slips are sent like them, and read by the people of their loan alone (R22.3). */
export const UPLOAD_FOLDERS = [...IMAGE_FOLDERS, 'slips'] as const satisfies PictureFolder[];
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;

/** A picture is sent as one of these; its bytes decide what it is. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The folder and the client's name for the file; the server makes the final name. */
const Address = (folders: readonly string[]) =>
  z.object({
    folder: writtenAs(z.string(), { type: 'string', enum: folders }),
    name: writtenAs(z.string(), { type: 'string', pattern: '^[a-z0-9][a-z0-9.-]{0,150}$' }),
  });

export const uploadFile = endpoint('uploadFile', {
  summary: 'A picture as raw bytes (JPEG, PNG or WebP by content); the answer tells under which key it is kept',
  access: 'signed_in',
  created: true,
  takes: PICTURE_TYPES,
  params: Address(UPLOAD_FOLDERS),
  data: z.object({
    key: z.string(),
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    /** A picture of a few pixels as a data URL. */
    blur: z.string(),
  }),
  refuses: ['image_unreadable', 'image_kind', 'image_too_large', 'image_animated', 'image_quota'],
  example: { params: { folder: 'proposalImages', name: 'goat.jpg' } },
});

export const readFile = endpoint('readFile', {
  summary:
    'A picture, `w` pixels wide, as AVIF where the reader takes it, else as WebP; one that reports hide only with its `pass` (R34.6)',
  access: 'public',
  gives: ['image/webp', 'image/avif'],
  params: Address(IMAGE_FOLDERS),
  query: z.object({ w: z.enum(['160', '400', '640', '800', '1600']).optional(), pass: z.string().optional() }),
  /** The bytes of the picture. */
  data: z.string(),
  refuses: [],
  example: { params: { folder: 'proposalImages', name: '169-abc.webp' }, query: { w: '640' } },
});

export const readSlip = endpoint('readSlip', {
  summary: 'The picture of a slip, `w` pixels wide, for the payer and the staff whom it was shown to (R20.2, R22.3)',
  access: 'signed_in',
  gives: ['image/webp', 'image/avif'],
  params: z.object({
    name: writtenAs(z.string(), { type: 'string', pattern: '^(slips/)?[a-z0-9][a-z0-9.-]{0,150}$' }),
  }),
  query: z.object({ w: z.enum(['160', '400', '640', '800', '1600']).optional() }),
  /** The bytes of the picture. */
  data: z.string(),
  refuses: [],
  example: { params: { name: '169-abc.webp' }, query: { w: '640' } },
});
