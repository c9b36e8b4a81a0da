import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** The drawings beside this file, each 1600 × 900; the name becomes part of the kept picture's key. */
export const PICTURE_NAMES = [
  'baskets',
  'bicycle-cart',
  'coffee',
  'cow',
  'fishing-boat',
  'fishing-net',
  'hens',
  'loom',
  'pottery',
  'rice-field',
  'school-books',
  'sewing-machine',
  'solar-lamp',
  'tea-stall',
  'vegetable-garden',
] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

export function readPicture(name: PictureName): Promise<Buffer> {
  return readFile(new URL(`./${name}.svg`, import.meta.url));
}

/** The drawing as a JPEG, as a phone would send it. */
export async function drawJpeg(name: PictureName): Promise<Buffer> {
  return sharp(await readPicture(name))
    .jpeg({ quality: 85 })
    .toBuffer();
}
