import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { RefusalError } from '../../errors/refusal-error.ts';
import { largeStatement, readersOfThis } from '../../test/statements/large-statement.ts';
import { readHere, statementFile, taskFor } from '../../test/statements/statement-fixture.ts';
import { createStatementReader, type StatementReader } from './statement-reader.ts';

const open: StatementReader[] = [];
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});

function readerWith(...parameters: Parameters<typeof createStatementReader>): StatementReader {
  const reader = createStatementReader(...parameters);
  open.push(reader);
  return reader;
}

const read = (reader: StatementReader, bytes: Buffer, onRead?: (bytes: number) => void) =>
  reader.read(bytes, taskFor('11'), onRead);
const codeOf = (reading: ReturnType<StatementReader['read']>): Promise<string> =>
  reading
    .then((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'read'))
    .catch((error: RefusalError) => error.code);

test('a file is read in a process of its own as it is read here, and its progress is told', async () => {
  const file = statementFile('bank-usd-a.camt053.xml');
  const progress: number[] = [];
  const outcome = await read(readerWith(), file, (bytes) => progress.push(bytes));
  expect(outcome).toEqual(await readHere(file, taskFor('11')));
  expect(progress.at(-1)).toBe(file.length);
  expect(await codeOf(read(readerWith(), statementFile('hostile/entities.xml')))).toBe('doctype_refused');
});

test('security T16: a file that takes too long or too much memory is refused, and the next one is read', async () => {
  const small = statementFile('bank-usd-a.camt053.xml');
  expect(await codeOf(read(readerWith({ timeMsMax: 1 }), small))).toBe('too_many_lines');
  const greedy = readerWith({ memoryBytesMax: 1 });
  expect(await codeOf(read(greedy, largeStatement(20_000)))).toBe('too_many_lines');
  expect(await codeOf(read(readerWith(), small))).toBe('read');
});

test('security T16: a reader that was taken over has no environment, no file, no process and no thread', async () => {
  const program = fileURLToPath(new URL('../../test/malicious-decoder.ts', import.meta.url));
  const outcome = await read(readerWith({}, program), Buffer.from('x'));
  const denied = 'ERR_ACCESS_DENIED';
  expect(outcome).toEqual({
    refusal: {
      code: 'mapping_needed',
      headers: {
        environment: [],
        parent: denied,
        self: denied,
        server: denied,
        accounts: denied,
        listing: denied,
        writing: denied,
        program: denied,
        thread: denied,
      },
    },
  });
});

test('only so many files wait; the rest hears at once that it is too much', async () => {
  const reader = readerWith();
  const codes = await Promise.all(
    Array.from({ length: 14 }, () => codeOf(read(reader, statementFile('bank-usd-a.camt053.xml')))),
  );
  expect(codes).toEqual([
    ...Array.from({ length: 10 }, () => 'read'),
    ...Array.from({ length: 4 }, () => 'overloaded'),
  ]);
});

test('a file that is read or waits when the server stops is told so, and no process stays', async () => {
  const reader = readerWith();
  const codes = Array.from({ length: 4 }, () => codeOf(read(reader, largeStatement(20_000))));
  await expect.poll(() => readersOfThis().length).toBeGreaterThan(0);
  reader.close();
  for (const code of await Promise.all(codes)) expect(code).toBe('overloaded');
  await expect.poll(readersOfThis).toEqual([]);
});
