import { createHash } from 'node:crypto';
import os from 'node:os';
import sharp from 'sharp';
import { type FileStore, IMAGE_WIDTHS, type ImageSizes, type ImageWidth } from '../outside.ts';
import { type PictureName, PICTURES } from './pictures/pictures.ts';

/** Flat shapes show no loss at this quality, and more effort costs more time than it saves bytes. */
const WEBP = { quality: 82, effort: 2 } as const;

const BLUR_WIDTH = 20;

export type PictureKeys = Readonly<Record<PictureName, string>>;

/** What the table of files tells of a picture. */
export type DrawnFile = {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  readonly blur: string;
};

/**
 * Renders the seed pictures and keeps them. The key carries a hash of the drawing: a picture that is there already is not
 * rendered again, and a changed one gets a new address, because browsers keep files for ever.
 */
export async function storePictures(files: FileStore): Promise<PictureKeys> {
  const waiting = Object.entries(PICTURES) as [PictureName, string][];
  const keys: Partial<Record<PictureName, string>> = {};
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [name, svg] = next;
      keys[name] = await storePicture(files, name, svg);
    }
  };
  // Each picture in the works holds a few megabytes of pixels.
  await Promise.all(Array.from({ length: Math.min(4, os.availableParallelism()) }, worker));
  return keys as PictureKeys;
}

/** Pictures that are kept, as an upload would have recorded them. */
export async function describePictures(files: FileStore, keys: PictureKeys): Promise<DrawnFile[]> {
  return Promise.all(Object.values(keys).map((key) => describe(files, key)));
}

async function describe(files: FileStore, key: string): Promise<DrawnFile> {
  const sizes = await Promise.all(IMAGE_WIDTHS.map((width) => files.read(key, width)));
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (!small || !large) throw new Error(`${key} has just been stored and is not there`);
  const { width, height } = await sharp(large).metadata();
  const blur = await sharp(small).resize(BLUR_WIDTH).webp({ quality: 20 }).toBuffer();
  return {
    key,
    width,
    height,
    sizeBytes: sizes.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0),
    blur: `data:image/webp;base64,${blur.toString('base64')}`,
  };
}

async function storePicture(files: FileStore, name: string, svg: string): Promise<string> {
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  const key = `proposalImages/${name}-${hash}.webp`;
  if ((await files.read(key, 160)) === null) await files.write(key, await render(svg));
  return key;
}

async function render(svg: string): Promise<ImageSizes> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const entries = IMAGE_WIDTHS.map(async (width): Promise<[ImageWidth, Uint8Array]> => {
    return [width, await sharp(data, { raw }).resize(width).webp(WEBP).toBuffer()];
  });
  return Object.fromEntries(await Promise.all(entries)) as ImageSizes;
}
