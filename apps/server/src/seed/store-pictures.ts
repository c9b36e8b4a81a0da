import { createHash } from 'node:crypto';
import os from 'node:os';
import sharp from 'sharp';
import { type FileStore, type ImageFile, type ImageFiles, LARGEST_FILE } from '../outside/outside.ts';
import { PICTURE_NAMES, type PictureName, readPicture } from './pictures/pictures.ts';

/** Flat shapes show no loss at this quality, and more effort costs more time than it saves bytes. */
const WEBP = { quality: 82, effort: 2 } as const;

/** Drawn pictures weigh little: what is not made here is served by the next larger one. */
const WIDTHS = [160, 400, 800, 1600] as const;

const BLUR_WIDTH = 20;

export type PictureKeys = Readonly<Record<PictureName, string>>;

/** The columns of the table of files for one picture. */
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
  const waiting = [...PICTURE_NAMES];
  const keys: Partial<Record<PictureName, string>> = {};
  const worker = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      keys[name] = await storePicture(files, name, await readPicture(name));
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
  const made = await Promise.all(WIDTHS.map(async (width) => (await files.read(key, [`${width}.webp`]))?.bytes));
  const [small, large] = [made[0], made.at(-1)];
  if (!small || !large) throw new Error(`${key} has just been stored and is not there`);
  const { width, height } = await sharp(large).metadata();
  const blur = await sharp(small).resize(BLUR_WIDTH).webp({ quality: 20 }).toBuffer();
  return {
    key,
    width,
    height,
    sizeBytes: made.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0),
    blur: `data:image/webp;base64,${blur.toString('base64')}`,
  };
}

async function storePicture(files: FileStore, name: PictureName, svg: Buffer): Promise<string> {
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  const key = `proposalImages/${name}-${hash}.webp`;
  if ((await files.read(key, [LARGEST_FILE])) === null) await files.write(key, await render(svg));
  return key;
}

async function render(svg: Buffer): Promise<ImageFiles> {
  const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const entries = WIDTHS.map(async (width): Promise<[ImageFile, Uint8Array]> => {
    return [`${width}.webp`, await sharp(data, { raw }).resize(width).webp(WEBP).toBuffer()];
  });
  return Object.fromEntries(await Promise.all(entries)) as ImageFiles;
}
