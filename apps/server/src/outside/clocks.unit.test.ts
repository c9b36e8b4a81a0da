import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readClockFile } from './clocks.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-clock-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));
const write = (text: string): string => {
  const file = path.join(folder, 'clock');
  fs.writeFileSync(file, text);
  return file;
};

test('the seconds in the file are read at each use', () => {
  const aheadMs = readClockFile(write('60\n'));
  expect(aheadMs()).toBe(60_000);
  write('86400');
  expect(aheadMs()).toBe(86_400_000);
});

test('time that was seen does not come back, and a file half written or gone counts as what it last said', () => {
  const aheadMs = readClockFile(write('3600'));
  expect(aheadMs()).toBe(3_600_000);
  for (const text of ['60', '', '-7200', '7200.5']) {
    write(text);
    expect(aheadMs(), text).toBe(3_600_000);
  }
  fs.rmSync(path.join(folder, 'clock'));
  expect(aheadMs()).toBe(3_600_000);
});

test('a file that is not there yet sets nothing ahead until it is', () => {
  const aheadMs = readClockFile(path.join(folder, 'clock'));
  expect(aheadMs()).toBe(0);
  write('10');
  expect(aheadMs()).toBe(10_000);
});

test('a file of anything but whole seconds ends the start', () => {
  expect(() => readClockFile(write('tomorrow'))).toThrow(/^The file .* of CLOCK_FILE must hold whole seconds\.$/);
});
