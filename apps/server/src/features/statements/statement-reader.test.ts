import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { STATEMENT_BYTES_MAX } from '@sathi/domain/statement-files.ts';
import { afterEach, expect, test } from 'vitest';
import type { RefusalError } from '../../errors/refusal-error.ts';
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

/** As large as a file may be, nearly: 100,000 entries, told with as many words as fit. */
function largeStatement(count = 100_000): Buffer {
  const entry = (index: number) =>
    `<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>A${index}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Friend ${index}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${'for the small loan of our neighbour in the village '.repeat(5)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;
  const begin = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0011-2233-11</Id></Othr></Id></Acct>`;
  const entries = Array.from({ length: count }, (_, index) => entry(index));
  return Buffer.from(`${begin}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`);
}

test('a file is read in a process of its own as it is read here, and its progress is told', async () => {
  const file = statementFile('bank-usd-a.camt053.xml');
  const progress: number[] = [];
  const outcome = await read(readerWith(), file, (bytes) => progress.push(bytes));
  expect(outcome).toEqual(await readHere(file, taskFor('11')));
  expect(progress.at(-1)).toBe(file.length);
  expect(await codeOf(read(readerWith(), statementFile('hostile/entities.xml')))).toBe('doctype_refused');
});

test('100,000 lines are read in a minute and in half a gigabyte (R21.1)', async () => {
  const file = largeStatement();
  expect(file.length).toBeGreaterThan(48 * 1024 * 1024);
  expect(file.length).toBeLessThan(STATEMENT_BYTES_MAX);
  const progress: number[] = [];
  let children: number[] | undefined;
  let peakKilobytes = 0;
  const started = performance.now();
  const outcome = await read(readerWith(), file, (bytes) => {
    progress.push(bytes);
    children ??= childrenOfThis();
    peakKilobytes = Math.max(peakKilobytes, ...children.map(peakOf));
  });
  expect(performance.now() - started).toBeLessThan(60_000);
  expect('lines' in outcome && outcome.lines.length).toBe(100_000);
  expect(peakKilobytes).toBeGreaterThan(64 * 1024);
  expect(peakKilobytes).toBeLessThan(512 * 1024);
  expect(new Set(progress).size).toBeGreaterThan(20);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
}, 120_000);

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
  await expect.poll(() => childrenOfThis().length).toBeGreaterThan(0);
  reader.close();
  for (const code of await Promise.all(codes)) expect(code).toBe('overloaded');
  await expect.poll(childrenOfThis).toEqual([]);
});

/** Processes started here that read statements. */
function childrenOfThis(): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
        return parent === process.pid && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('statement-process');
      } catch {
        return false;
      }
    });
}

/** The most memory that it has had, in kilobytes. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
