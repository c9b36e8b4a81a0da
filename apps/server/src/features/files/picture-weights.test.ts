import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ImageFile } from '../../outside/outside.ts';
import { done } from '../../test/loans.ts';
import { drawing, upload } from '../../test/pictures.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();

test('a photograph weighs a fifth on a phone, and less as AVIF', async () => {
  const { data, info } = await drawing(1600, 1000).raw().toBuffer({ resolveWithObject: true });
  // Grain, as of a camera.
  let seed = 1;
  for (let place = 0; place < data.length; place += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    data[place] = Math.max(0, Math.min(255, (data[place] as number) + (seed % 41) - 20));
  }
  const { width, height, channels } = info;
  const photo = await sharp(data, { raw: { width, height, channels } }).blur(0.8).jpeg({ quality: 90 }).toBuffer();
  const { key } = done(await upload(world, await world.newPerson(), photo));
  const kept = async (file: ImageFile) => Buffer.from((await world.outside.files.read(key, [file]))!.bytes);
  const [phone, avif, whole] = [await kept('400.webp'), await kept('400.avif'), await kept('1600.webp')];
  expect(phone.length / whole.length).toBeLessThan(0.2);
  expect(avif.length).toBeLessThan(phone.length);
  expect(await sharp(avif).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width: 400 });
});
