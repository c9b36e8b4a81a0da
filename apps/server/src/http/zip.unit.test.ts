import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { NEEDS } from '../test/needs.ts';
import { type ZipEntry, zipOf } from './zip.ts';

const ENTRIES = [
  { name: 'json/profile.json', text: '{"name":"রহিমা"}' },
  { name: 'csv/empty.csv', text: '' },
  { name: 'json/messages.json', text: 'a line\n'.repeat(10_000) },
] as const satisfies readonly ZipEntry[];
const AT = new Date('2026-01-31T04:30:02.000Z');

async function* each(entries: readonly ZipEntry[]) {
  yield* entries;
}
const zipped = async (entries: readonly ZipEntry[]) => Buffer.concat(await Array.fromAsync(zipOf(each(entries), AT)));

test('a file has each entry as it was given, found by its directory', async () => {
  const file = await zipped(ENTRIES);
  const count = file.readUInt16LE(file.length - 12);
  let at = file.readUInt32LE(file.length - 6);
  const read: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    const [crc, size, length, start] = [16, 20, 28, 42].map((place) => file.readUInt32LE(at + place)) as [
      number,
      number,
      number,
      number,
    ];
    const nameLength = length & 0xff_ff;
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const body = inflateRawSync(file.subarray(start + 30 + nameLength, start + 30 + nameLength + size));
    expect(crc32(body)).toBe(crc);
    read.push({ name, text: body.toString('utf8') });
    at += 46 + nameLength;
  }
  expect(read).toEqual(ENTRIES);
});

test('an entry that comes in pieces is one text, and a piece that fails fails the file', async () => {
  const pieces = async function* () {
    yield 'রহি';
    yield 'মা'.repeat(100_000);
  };
  const text = `রহি${'মা'.repeat(100_000)}`;
  expect(await zipped([{ name: 'a.csv', text: pieces() }])).toEqual(await zipped([{ name: 'a.csv', text }]));
  const failing = async function* () {
    yield 'a';
    throw new Error('the database is gone');
  };
  await expect(zipped([{ name: 'a.csv', text: failing() }])).rejects.toThrow('the database is gone');
});

test.skipIf(!NEEDS.python.isMet())('a program of others opens the file', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-zip-'));
  try {
    fs.writeFileSync(path.join(folder, 'own.zip'), await zipped(ENTRIES));
    const script = 'import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.infolist()[0].date_time)';
    const out = execFileSync('python3', ['-c', script, path.join(folder, 'own.zip')], { encoding: 'utf8' });
    expect(out.trim()).toBe('None (2026, 1, 31, 4, 30, 2)');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
