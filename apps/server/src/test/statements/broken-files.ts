import { gzipSync } from 'node:zlib';
import { fixture, statementFile } from './statement-fixture.ts';

/** The same numbers in every run (mulberry32), so that a file that fails can be made again. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export type BrokenFile = {
  readonly name: string;
  readonly accountId: string;
  readonly bytes: Buffer;
  /** The one answer that is right; else any refusal, or a reading that holds together. */
  readonly refusal?: string;
};

const SAMPLES = fixture.files.filter(({ refused }) => refused === undefined);

/** Samples cut off, with bytes flipped, left out, doubled, filled with zeros, in wrong encodings and packed. */
export function brokenFiles(seed: number): BrokenFile[] {
  const random = seeded(seed);
  return SAMPLES.flatMap(({ file, accountId }) => {
    const bytes = statementFile(file);
    const many = (name: string, count: number, make: () => Buffer): BrokenFile[] =>
      Array.from({ length: count }, (_, index) => ({ name: `${file} ${name} ${index}`, accountId, bytes: make() }));
    const place = (): number => random(bytes.length);
    const text = bytes.toString('utf8');
    return [
      ...many('cut off', 40, () => bytes.subarray(0, place())),
      ...many('without its beginning', 15, () => bytes.subarray(place())),
      ...many('flipped', 50, () => flipped(bytes, random)),
      ...many('with a piece left out', 15, () => withoutPiece(bytes, random)),
      ...many('with a piece twice', 15, () => withPieceTwice(bytes, random)),
      ...many('with a zero', 5, () => inserted(bytes, place(), Buffer.from([0]))).map((each) => ({
        ...each,
        refusal: 'statement_malformed|format_unknown',
      })),
      ...[
        { name: 'packed', bytes: gzipSync(bytes), refusal: 'archive_refused' },
        { name: 'as UTF-16 without a mark', bytes: Buffer.from(text, 'utf16le') },
        {
          name: 'as UTF-32',
          bytes: Buffer.from([...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, 0, 0, 0])),
        },
        {
          name: 'half a letter too long',
          bytes: Buffer.concat([Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from([65])]),
        },
        { name: 'twice', bytes: Buffer.concat([bytes, bytes]) },
      ].map((each) => ({ ...each, name: `${file} ${each.name}`, accountId })),
    ];
  });
}

/** Files that are made to be too much. */
export function bombs(): BrokenFile[] {
  const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
  const inside = (text: string) => Buffer.from(`<Document xmlns="${namespace}"><BkToCstmrStmt>${text}`);
  const camt = (name: string, bytes: Buffer, refusal = 'statement_malformed') => ({
    name,
    bytes,
    refusal,
    accountId: '11',
  });
  const lines = Array.from({ length: 26 }, (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`).join('');
  return [
    camt('a million laughs', Buffer.from(`<!DOCTYPE x [<!ENTITY e0 "ha">${lines}]><x>&e26;</x>`), 'doctype_refused'),
    camt(
      'an entity of a file',
      Buffer.from('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'),
      'doctype_refused',
    ),
    camt('a hundred thousand elements in each other', inside('<Stmt>'.repeat(100_000))),
    camt('as many of no kind', Buffer.from('<a>'.repeat(100_000)), 'format_unknown'),
    camt('a million elements in an entry', inside(`<Stmt><Ntry>${'<a/>'.repeat(1_000_000)}`)),
    camt(
      'a hundred thousand attributes',
      inside(`<Stmt ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}>`),
    ),
    camt('a name of four megabytes', inside(`<${'a'.repeat(4 << 20)}>`)),
    camt('four megabytes of text without an end', inside(`<Stmt><Ntry><Amt>${'9'.repeat(4 << 20)}`)),
    camt(
      'an amount of a million digits',
      inside(`<Stmt><Ntry><Amt>${'9'.repeat(1_000_000)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>`),
    ),
    camt('a comment without an end', inside(`<!--${'-'.repeat(1_000_000)}`)),
    {
      name: 'a million quotes',
      accountId: '13',
      bytes: Buffer.from('"'.repeat(1_000_001)),
    },
    {
      name: 'a cell of two megabytes',
      accountId: '13',
      bytes: withCell('x'.repeat(2 << 20)),
      refusal: 'statement_malformed',
    },
    { name: 'two million empty cells', accountId: '13', bytes: Buffer.from(','.repeat(2_000_000)) },
    {
      name: 'a million empty lines',
      accountId: '13',
      bytes: Buffer.from('\n'.repeat(1_000_000)),
      refusal: 'format_unknown',
    },
    {
      name: 'a field of a million lines',
      accountId: '12',
      bytes: Buffer.from(`:20:X\n:25:009988776612\n:60F:C261120BDT0,00\n:86:${'x\n'.repeat(1_000_000)}`),
      refusal: 'statement_malformed',
    },
    {
      name: 'more movements than a file may have',
      accountId: '12',
      bytes: Buffer.from(
        `:20:X\n:25:009988776612\n:60F:C261120BDT0,00\n${':61:261120C1,00NTRFNONREF\n'.repeat(100_002)}`,
      ),
      refusal: 'too_many_lines',
    },
  ];
}

function withCell(words: string): Buffer {
  const [head = '', rest = ''] = statementFile('wallet-bdt.csv').toString('utf8').split('help for cows');
  return Buffer.from(head + words + rest);
}

function flipped(bytes: Buffer, random: (below: number) => number): Buffer {
  const changed = Buffer.from(bytes);
  for (let count = 1 + random(8); count > 0; count -= 1) {
    const place = random(changed.length);
    changed[place] = (changed[place] ?? 0) ^ (1 << random(8));
  }
  return changed;
}

function withoutPiece(bytes: Buffer, random: (below: number) => number): Buffer {
  const from = random(bytes.length);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random(200))]);
}

function withPieceTwice(bytes: Buffer, random: (below: number) => number): Buffer {
  const from = random(bytes.length);
  return inserted(bytes, from, bytes.subarray(from, from + 1 + random(200)));
}

function inserted(bytes: Buffer, place: number, piece: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, place), piece, bytes.subarray(place)]);
}
