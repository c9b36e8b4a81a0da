import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { done } from '../../test/loans.ts';
import { openOtherProcess, type OtherProcess } from '../../test/other-process.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const COMMAND = path.join(import.meta.dirname, '../../commands/add-mfi.ts');

let deaf: OtherProcess;
beforeAll(async () => {
  deaf = await openOtherProcess(world, { isDeaf: true });
});
afterAll(() => deaf.close());

const SUNRISE = {
  '--name': 'sunrise',
  '--website': 'https://sunrise.example',
  '--phone': '+97715550199',
  '--email': 'office@sunrise.example',
  '--country': 'NP',
  '--time-zone': 'Asia/Kathmandu',
};

async function run(options: Record<string, string>): Promise<string> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: String(world.database.url), NODE_ENV: 'test' };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...Object.entries(options).flat()], { env });
  return stdout;
}

test('the command adds an institution, which servers show without a start', async () => {
  const names = async () => done(await world.call('GET', '/api/mfi/all')).map((mfi: { name: string }) => mfi.name);
  const namesInDeaf = async () =>
    (await deaf.app.inject('/api/mfi/all')).json().data.map((mfi: { name: string }) => mfi.name);
  for (const each of [names, namesInDeaf]) expect(await each()).toEqual(['DCBS', 'FATEN', 'ROI']);
  expect(await run(SUNRISE)).toMatch(/^SUNRISE is there, /);
  for (const each of [names, namesInDeaf])
    await vi.waitFor(async () => expect(await each()).toEqual(['DCBS', 'FATEN', 'ROI', 'SUNRISE']), 10_000);
  expect(await run(SUNRISE)).toBe('SUNRISE was there already. Nothing was changed.\n');
});

test('the command ends with a sentence and 1 where an option is missing or wrong', async () => {
  const { '--country': _, ...rest } = SUNRISE;
  for (const [options, sentence] of [
    [rest, 'Usage: npm run mfi:add -- '],
    [{ ...SUNRISE, '--name': 'OTHER', '--country': 'Nepal' }, '--country must be '],
  ] as const)
    await expect(run(options)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
});
