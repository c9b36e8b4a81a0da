import type { PictureFolder } from '@sathi/domain/pictures.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const IMAGE_FOLDERS = ['proposalImages', 'profileImages', 'campaignImages'] as const satisfies PictureFolder[];
export type ImageFolder = (typeof IMAGE_FOLDERS)[number];
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 40_000_000;

/** The folder and what the client calls the file; the server makes the final name. */
const Address = z.object({ folder: z.string(), name: z.string() });

export const uploadFile = endpoint('uploadFile', {
  summary: 'A picture as raw bytes (JPEG, PNG or WebP by content); the answer tells under which key it is kept',
  access: 'signed_in',
  created: true,
  raw: true,
  params: Address,
  data: z.object({
    key: z.string(),
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    /** A picture of a few pixels as a data URL. */
    blur: z.string(),
  }),
});

export const readFile = endpoint('readFile', {
  summary: 'A picture as WebP, `w` pixels wide: 160, 640 or 1600',
  access: 'public',
  raw: true,
  params: Address,
  query: z.object({ w: z.enum(['160', '640', '1600']).optional() }),
  /** The bytes of the picture. */
  data: z.string(),
});
