import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { type AppSecret, deriveKeys, secretId } from '../config/secret.ts';
import { enqueueDeliveries } from '../delivery/deliveries.ts';
import { createKeyring, ensureChainKey, openSecretKey } from '../features/chain/chain-keys.repository.ts';
import { createOneTimeCodes } from '../features/identity/code-requests.repository.ts';
import { createJobs } from '../jobs.ts';
import type { Delivery, Outside } from '../outside/outside.ts';
import { done, type Loan, refusal, useLoans } from '../test/loans.ts';
import { sealAsBefore } from '../test/sealed-before.ts';
import { type Person, useWorld } from '../test/world.ts';
import { rotateSecrets } from './rotate.ts';
import { sealedColumns } from './sealed-columns.ts';

const world = useWorld();
const { newLoan, withdraw } = useLoans(world);

const NEWER = Buffer.alloc(32, 8);
const ringOf = (...older: Buffer[]): AppSecret => [NEWER, ...older];
const rotated = () => ringOf(...world.outside.secret);
const idOf = (secret: Buffer) => `${secretId(secret)}.`;
/** The world as a process started with another ring sees it. */
const withRing = (secret: AppSecret): Outside => ({ ...world.outside, secret });

const DESTINATION = { method: 'bank', accountName: 'Rahima', accountNumber: '1234567890' };

async function ask(secret: AppSecret, method: 'GET' | 'POST', url: string, as: Person, body?: object, key?: string) {
  const app = await createApp(withRing(secret));
  try {
    const headers = { authorization: `Bearer ${as.token}`, ...(key && { 'idempotency-key': key }) };
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  } finally {
    await app.close();
  }
}

const listed = (secret: AppSecret, loan: Loan) =>
  ask(secret, 'GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, loan.owner);

async function sealedTexts(): Promise<string[]> {
  const { rows } = await sql<{ sealed: string }>`
    select sealed_destination as sealed from withdrawals
    union all select sealed_key from chain_keys
    union all select payload->>'sealed' from outbox where payload ? 'sealed'
    union all select response #>> '{}' from idempotency_keys where json_typeof(response) = 'string'`.execute(world.db);
  return rows.map(({ sealed }) => sealed);
}

test('a rotation that is killed half way goes on where it stopped, and then the old secret is of no more use', async () => {
  const old = world.outside.secret;
  const loans = [await newLoan({ status: 5 }), await newLoan({ status: 5 }), await newLoan({ status: 5 })];
  const keyOf = (loan: Loan) => `ask-${loan.id}`;
  const bodyOf = (loan: Loan) => ({ proposalId: loan.id, ...DESTINATION });
  for (const loan of loans) {
    expect((await ask(old, 'POST', '/api/borrow/withdraw', loan.owner, bodyOf(loan), keyOf(loan))).status).toBe(201);
  }
  // One of the last release, bound to nothing.
  const before = sealAsBefore(
    deriveKeys(old, 'withdrawals')[0].secret,
    Buffer.from(JSON.stringify({ ...DESTINATION, bankName: null, branch: null })),
  );
  const first = loans[0] as Loan;
  await sql`update withdrawals set sealed_destination = ${before} where proposal_id = ${Number(first.id)}`.execute(
    world.db,
  );
  const person = await world.newPerson();
  await world.db.transaction().execute((tx) => ensureChainKey(tx, createKeyring(old, []), person.id, world.now));
  const signing = await openSecretKey(world.db, createKeyring(old, []), person.id);
  const mail = { channel: 'email', to: 'a@example.org', subject: 'Hello', text: 'Hello', html: '' } as const;
  await world.db
    .transaction()
    .execute((tx) => enqueueDeliveries(tx, old, [{ dedupeKey: 'rotated', delivery: mail }], world.now));

  const lines: string[] = [];
  const rotation = { db: world.db, secret: rotated(), chainSecrets: [], batch: 2 };
  const killed = rotateSecrets({
    ...rotation,
    say: (line) => {
      lines.push(line);
      throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  expect(lines).toEqual(['withdrawals.sealed_destination: 2 sealed anew']);
  const half = await sealedTexts();
  expect(half.filter((text) => text.startsWith(idOf(NEWER)))).toHaveLength(2);
  for (const loan of loans) expect(done(await listed(rotated(), loan))).toHaveLength(1);

  expect(await rotateSecrets({ ...rotation, say: (line) => lines.push(line) })).toEqual({
    sealed: half.length - 2,
    unreadable: 0,
  });
  expect(lines.at(1)).toBe('withdrawals.sealed_destination: 1 sealed anew');
  expect(lines.at(-1)).toBe(`Everything in the database is sealed with the secret ${secretId(NEWER)}.`);
  expect((await sealedTexts()).every((text) => text.startsWith(idOf(NEWER)))).toBe(true);
  expect(await rotateSecrets({ ...rotation, say: () => {} })).toEqual({ sealed: 0, unreadable: 0 });

  const alone = ringOf();
  for (const loan of loans) {
    expect(done(await listed(alone, loan))[0]).toMatchObject({ accountName: 'Rahima', accountNumber: '••••7890' });
    expect((await listed(old, loan)).status).toBe(500);
  }
  expect((await openSecretKey(world.db, createKeyring(alone, []), person.id)).equals(signing)).toBe(true);
  const sent: Delivery[] = [];
  const { handlers } = createJobs({ ...withRing(alone), deliver: async (delivery) => void sent.push(delivery) });
  const job = await world.db
    .selectFrom('outbox')
    .selectAll()
    .where('dedupeKey', '=', 'rotated')
    .executeTakeFirstOrThrow();
  await handlers[job.kind]?.(job as never);
  expect(sent).toMatchObject([{ to: 'a@example.org', text: 'Hello' }]);
});

test('a request repeated after a rotation gets its first answer, and with another body it is refused', async () => {
  const loan = await newLoan({ status: 5 });
  const url = '/api/borrow/withdraw';
  const body = { proposalId: loan.id, ...DESTINATION };
  const first = await ask(world.outside.secret, 'POST', url, loan.owner, body, 'across');
  const again = await ask(rotated(), 'POST', url, loan.owner, body, 'across');
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  const other = await ask(rotated(), 'POST', url, loan.owner, { ...body, accountName: 'Other' }, 'across');
  expect(refusal(other as never)).toBe('422 idempotency_key_reused');
});

test('a rotation names a value that was copied to another row, leaves it and goes on', async () => {
  const [thief, honest] = [await newLoan({ status: 5 }), await newLoan({ status: 5 })];
  for (const loan of [thief, honest]) done(await withdraw(loan));
  await sql`
    update withdrawals set sealed_destination = (
      select sealed_destination from withdrawals where proposal_id = ${Number(thief.id)}
    ) where proposal_id = ${Number(honest.id)}`.execute(world.db);
  const lines: string[] = [];
  const rotation = { db: world.db, secret: rotated(), chainSecrets: [], say: (line: string) => void lines.push(line) };
  expect(await rotateSecrets(rotation)).toMatchObject({ unreadable: 1 });
  expect(lines).toContainEqual(expect.stringMatching(/^withdrawals\.sealed_destination: \d+ does not open/));
  expect(lines.at(-1)).toContain('Everything but 1 values');
  await sql`delete from withdrawals where proposal_id = ${Number(honest.id)}`.execute(world.db);
});

test('R17.7: a code sent before a rotation is taken after it, and its wrong tries are not forgotten', async () => {
  const matter = { address: { kind: 'phone', value: '+8801712345678' }, purpose: 'reset_password' } as const;
  const by = { sent: 'a device', device: 'a device', network: '192.0.2.1/32' };
  const before = createOneTimeCodes(world.outside.secret);
  const after = createOneTimeCodes(rotated());
  const { code } = await world.db
    .transaction()
    .execute((tx) => before.issue(tx, { ...matter, subject: null, email: null }, by, world.now));
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await before.claimTry(world.db, matter, wrong, by, world.now)).toHaveProperty('refusal');
  }
  expect(await after.claimTry(world.db, matter, wrong, by, world.now)).toHaveProperty('refusal');
  const right = await after.claimTry(world.db, matter, code, by, world.now);
  expect(right).toHaveProperty('codeHash');
  const late = await after.claimTry(world.db, matter, code, by, world.now);
  expect(late).toMatchObject({ refusal: { code: 'code_locked' } });
});

test('every column that keeps something sealed is sealed anew', () => {
  const schema = readFileSync(new URL('../db/schema.ts', import.meta.url), 'utf8');
  const inSchema = [...schema.matchAll(/interface (\w+)Table|type (\w+)Table|^ {2}(sealed\w+)\??:/gm)];
  let table = '';
  const found = inSchema.flatMap(([, one, two, name]) => {
    if (name === undefined) table = one ?? two ?? '';
    return name === undefined ? [] : [`${snake(table)}.${snake(name)}`];
  });
  const known = sealedColumns(rotated(), []).map(({ name }) => name);
  expect(found.length).toBeGreaterThanOrEqual(2);
  expect(found.filter((name) => !known.includes(name))).toEqual([]);
  expect(known).toEqual(expect.arrayContaining(['outbox.payload', 'idempotency_keys.response']));
});

function snake(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
