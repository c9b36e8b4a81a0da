import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { drawing, jpegPicture, upload } from '../../test/pictures.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const KEY = /^[a-z]+Images\/[a-z0-9-]+-[a-z0-9]{25}\.webp$/i;

const kept = async (key: string, width: 160 | 640 | 1600) => Buffer.from((await world.outside.files.read(key, width))!);

const realFiles = { ...world.outside?.files };
afterEach(() => Object.assign(world.outside.files, realFiles.read ? realFiles : {}));

test('R14.1: a photo is kept upright in three sizes, never enlarged, and its answer tells where', async () => {
  const person = await world.newPerson();
  const photo = await drawing(900, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const answer = await upload(world, person, photo, { type: 'image/jpeg' });
  expect(answer.status).toBe(201);
  const { key, url, width, height, blur } = answer.body.data;
  expect(key).toMatch(KEY);
  expect({ url, width, height }).toEqual({ url: `/files/${key}`, width: 600, height: 900 });
  expect(blur).toMatch(/^data:image\/webp;base64,/);
  expect(blur.length).toBeLessThanOrEqual(400);
  for (const [size, expected] of [
    [160, { width: 160, height: 240 }],
    [640, { width: 600, height: 900 }],
    [1600, { width: 600, height: 900 }],
  ] as const) {
    const metadata = await sharp(await kept(key, size)).metadata();
    expect(metadata).toMatchObject({ format: 'webp', ...expected });
    expect(metadata.orientation).toBeUndefined();
    const read = await world.app.inject(`${url}?w=${size}`);
    expect(read.rawPayload).toEqual(await kept(key, size));
  }
});
