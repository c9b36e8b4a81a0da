import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { jpegPicture } from '../../test/pictures.ts';
import type { RefusalError } from '../../errors/refusal-error.ts';
import { createPictureDecoder, type PictureDecoder } from './picture-decoder.ts';

const open: PictureDecoder[] = [];
afterEach(() => {
  for (const decoder of open.splice(0)) decoder.close();
});

function decoderWith(limits?: Parameters<typeof createPictureDecoder>[0]): PictureDecoder {
  const decoder = createPictureDecoder(limits);
  open.push(decoder);
  return decoder;
}

const codeOf = (decoding: Promise<unknown>) => decoding.then(() => 'kept').catch((error: RefusalError) => error.code);

/** Much to compute, and quick to make. */
const noise = sharp({
  create: {
    width: 2000,
    height: 2000,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 128, sigma: 90 },
  },
})
  .png({ compressionLevel: 0 })
  .toBuffer();

test('security T16: a picture that takes too much computing is given up, and the next one is decoded', async () => {
  const decoder = decoderWith({ cpuMsMax: 0 });
  expect(await codeOf(decoder.decode(await noise))).toBe('image_too_large');
  expect(await codeOf(decoderWith().decode(await noise))).toBe('kept');
  expect(await codeOf(decoder.decode(await noise))).toBe('image_too_large');
});

test('security T16: a picture that takes too much memory is given up', async () => {
  expect(await codeOf(decoderWith({ memoryBytesMax: 1024 }).decode(await noise))).toBe('image_too_large');
});

test('security T16: a decoder that was taken over has no environment, no file, no process and no thread', async () => {
  const program = fileURLToPath(new URL('../../test/malicious-decoder.ts', import.meta.url));
  const decoder = createPictureDecoder({}, program);
  open.push(decoder);
  const { blur } = await decoder.decode(await jpegPicture());
  const denied = 'ERR_ACCESS_DENIED';
  expect(JSON.parse(blur)).toEqual({
    environment: [],
    parent: denied,
    self: denied,
    server: denied,
    accounts: denied,
    listing: denied,
    writing: denied,
    program: denied,
    thread: denied,
  });
});

test('a process that dies over a picture is replaced once; a second death refuses the picture, and no other', async () => {
  const decoder = decoderWith();
  expect(await codeOf(decoder.decode(await jpegPicture()))).toBe('kept');
  const unlucky = codeOf(decoder.decode(await noise));
  killAll();
  expect(await unlucky).toBe('kept');

  const deadly = codeOf(decoder.decode(await noise));
  let isSettled = false;
  void deadly.then(() => {
    isSettled = true;
  });
  await expect.poll(() => (killAll(), isSettled)).toBe(true);
  expect(['image_unreadable', 'overloaded']).toContain(await deadly);
  expect(await codeOf(decoder.decode(await jpegPicture()))).toBe('kept');
});

test('a process that died while it rested is not asked again', async () => {
  const decoder = decoderWith();
  expect(await codeOf(decoder.decode(await jpegPicture()))).toBe('kept');
  killAll();
  expect(await codeOf(decoder.decode(await jpegPicture()))).toBe('kept');
});

test('only so many wait; the rest hears at once that it is too much', async () => {
  const decoder = decoderWith();
  const picture = await jpegPicture();
  const codes = await Promise.all(Array.from({ length: 40 }, () => codeOf(decoder.decode(picture))));
  expect(new Set(codes)).toEqual(new Set(['kept', 'overloaded']));
  expect(codes[0]).toBe('kept');
  expect(codes.at(-1)).toBe('overloaded');
  expect(await codeOf(decoder.decode(picture))).toBe('kept');
});

test('a picture that waits when the server stops is told so, and no process stays', async () => {
  const decoder = createPictureDecoder();
  const waiting = Array.from({ length: 6 }, async () => codeOf(decoder.decode(await noise)));
  await Promise.resolve();
  await expect.poll(() => childrenOfThis().length).toBeGreaterThan(0);
  decoder.close();
  for (const code of await Promise.all(waiting)) expect(code).toBe('overloaded');
  await expect.poll(childrenOfThis).toEqual([]);
});

function killAll(): void {
  for (const pid of childrenOfThis()) process.kill(pid, 'SIGKILL');
}

/** Processes started here that decode pictures. */
function childrenOfThis(): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
        return parent === process.pid && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process');
      } catch {
        return false;
      }
    });
}
