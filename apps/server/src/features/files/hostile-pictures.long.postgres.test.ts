import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isProof } from '../../../../../scripts/tests/gate.ts';
import { IMAGE_WIDTHS } from '../../outside/outside.ts';
import { tellFigures } from '../../test/figures.ts';
import { hostilePictures } from '../../test/hostile-pictures.ts';
import type { Hostile } from '../../test/picture-bombs.ts';
import { jpegPicture, upload } from '../../test/pictures.ts';
import { type Answer, type Person, useWorld } from '../../test/world.ts';

const world = useWorld();

const CODES = ['image_kind', 'image_unreadable', 'image_too_large', 'image_animated'];
const CORPUS = await hostilePictures(isProof ? 10 : 1);
const LANES = 3;
/** Traces of other formats, which may not be found in a kept picture. */
const LEFTOVERS = ['<script', '<?php', 'PK\u0003\u0004', '%PDF', 'payload', 'Secret camera'];
/** The parts that a WebP file may have when it holds pixels only. */
const PIXEL_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

/** Names of the parts of a WebP file. Looking for them in all bytes would find them in pixels, too. */
function chunksOf(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at + 8 <= bytes.length; at += 8 + 2 * Math.ceil(bytes.readUInt32LE(at + 4) / 2)) {
    names.push(bytes.toString('latin1', at, at + 4));
  }
  return names;
}

async function judge(file: Hostile, answer: Answer): Promise<string[]> {
  const { status, body } = answer;
  if (status === 201) {
    if (typeof file.expect !== 'string') return [`${file.name}: kept`];
    return expectClean(file.name, body.data.key);
  }
  if (status !== 422 || !CODES.includes(body.code)) return [`${file.name}: ${status} ${JSON.stringify(body)}`];
  if (file.expect === 'kept') return [`${file.name}: ${body.code}`];
  return file.expect === 'either' || file.expect.includes(body.code) ? [] : [`${file.name}: ${body.code}`];
}

async function expectClean(name: string, key: string): Promise<string[]> {
  const problems: string[] = [];
  for (const file of IMAGE_WIDTHS.flatMap((width) => [`${width}.webp`, `${width}.avif`] as const)) {
    const kept = await world.outside.files.read(key, [file]);
    if (kept === null && file.endsWith('.avif')) continue;
    const bytes = Buffer.from(kept!.bytes);
    const { format, exif, icc, xmp, iptc, pages, space } = await sharp(bytes).metadata();
    problems.push(...LEFTOVERS.filter((left) => bytes.includes(left)).map((left) => `${name}: ${left}`));
    if ((format !== 'webp' && format !== 'heif') || exif || icc || xmp || iptc || (pages ?? 1) > 1 || space !== 'srgb')
      problems.push(`${name}: metadata`);
    await sharp(bytes, { failOn: 'warning' }).stats();
    if (format === 'heif') continue;
    // The container tells its length: nothing follows it.
    if (bytes.readUInt32LE(4) + 8 !== bytes.length) problems.push(`${name}: trailing bytes`);
    problems.push(
      ...chunksOf(bytes)
        .filter((chunk) => !PIXEL_CHUNKS.has(chunk))
        .map((chunk) => `${name}: ${chunk}`),
    );
  }
  return problems;
}

test('the corpus is large, and no two of its files are the same', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(isProof ? 2_000 : 200);
  expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
});

test('security T16: any file is answered with one of four refusals or a picture of pixels only', async () => {
  const waiting = [...CORPUS];
  const problems: string[] = [];
  let kept = 0;
  const lane = async () => {
    let person: Person | undefined;
    for (let count = 0; ; count += 1) {
      const file = waiting.shift();
      if (file === undefined) return;
      // A person may keep two hundred at most.
      if (person === undefined || count % 150 === 0) person = await world.newPerson();
      const answer = await upload(world, person, file.bytes, { name: 'x.jpg' });
      kept += answer.status === 201 ? 1 : 0;
      problems.push(...(await judge(file, answer)));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(problems).toEqual([]);
  expect(kept).toBeGreaterThan(40);
  expect(kept).toBeLessThan(CORPUS.length - 100);
  // The server still takes a good picture.
  expect((await upload(world, await world.newPerson(), await jpegPicture())).status).toBe(201);
  tellFigures(`${CORPUS.length} files, ${kept} of them kept as pixels only, all others refused`);
}, 1_800_000);
