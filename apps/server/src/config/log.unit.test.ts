import { execFile } from 'node:child_process';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('an error is written with its code and its causes, and without the row that the database repeats', () => {
  const lines: string[] = [];
  const log = createLog('info', new Writable({ write: (chunk, _, next) => (lines.push(String(chunk)), next()) }));
  const fault = Object.assign(new Error('null value in column "phone"'), {
    code: '23502',
    detail: 'Failing row contains (7, +8801712345678).',
    where: 'COPY users, line 1: "+8801712345678"',
    parameters: ['+8801712345678'],
  });
  log.error({ err: new AggregateError([fault], '1 of 2 failed', { cause: fault }) }, 'failed');
  expect(lines.join('')).not.toContain('+880');
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    message: '1 of 2 failed',
    errors: [{ code: '23502', message: fault.message }],
    cause: { code: '23502' },
  });
});

test('words of a stranger make no line of their own in the log, and each line says its instant in milliseconds since 1970', () => {
  const lines: string[] = [];
  const log = createLog('info', new Writable({ write: (chunk, _, next) => (lines.push(String(chunk)), next()) }));
  const forged = 'x"}\n{"level":30,"msg":"answered","status":200}\r\n\u2028';
  const from = Date.now();
  log.warn({ err: new Error(forged), route: forged }, forged);
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  expect(line.trimEnd()).not.toMatch(/[\r\n]/);
  const { msg, route, err, time } = JSON.parse(line);
  expect([msg, route, err.message]).toEqual([forged, forged, forged]);
  expect(time).toBeGreaterThanOrEqual(from);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('lines go to standard output and nowhere else', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    createLog('info').error('the storage is not there');`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toMatchObject({ level: 50, msg: 'the storage is not there' });
  expect(stderr).toBe('');
});
