import { generateKeyPairSync, sign } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppSecret } from '../config/secret.ts';
import { transaction } from '../db/transaction.ts';
import { signLedgerDays, verifyLedgerDays } from '../features/audit-log/ledger-days.repository.ts';
import { vouchForDays } from '../features/audit-log/ledger-signatures.repository.ts';
import { comeBack, keepPhoneHash } from '../features/own-data/coming-back.repository.ts';
import { type Account, bearer, profileOf, provenPerson, signUp } from '../test/accounts.ts';
import { done, useLoans } from '../test/loans.ts';
import { NOW, useWorld } from '../test/world.ts';
import { rotateSecrets } from './rotate.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

const DAY_MS = 24 * 3_600_000;
const NIGHT = new Date('2026-02-02T00:15:00.000Z');
const NEWER: AppSecret = [Buffer.alloc(32, 8)];
const NEWEST: AppSecret = [Buffer.alloc(32, 9)];
const old = () => world.outside.secret;

let lines: string[];
const rotate = (secret: AppSecret) =>
  rotateSecrets({ db: world.db, secret, chainSecrets: [], say: (line) => void lines.push(line) });
const verify = (secret: AppSecret, now = NIGHT) => verifyLedgerDays(world.db, secret, now);
const signedDay = (day: string) =>
  world.db.selectFrom('ledgerDays').selectAll().where('day', '=', day).executeTakeFirstOrThrow();

/** A change by a person with all rights in the database. */
async function tamper(table: 'journals' | 'ledger_days', change: ReturnType<typeof sql>): Promise<void> {
  await sql.raw(`alter table ${table} disable trigger user`).execute(world.db);
  await change.execute(world.db);
  await sql.raw(`alter table ${table} enable trigger user`).execute(world.db);
}

beforeEach(async () => {
  lines = [];
  await tamper('ledger_days', sql`delete from ledger_days`);
  await sql`delete from former_phones`.execute(world.db);
  world.now = NOW;
  await newLoan({ status: 5 });
  world.now = new Date(NOW.getTime() + DAY_MS);
  await newLoan({ status: 5 });
  await signLedgerDays(world.db, old(), NIGHT);
});

/** The rest of the database is again as the next test expects it. */
afterEach(() => rotate([...old(), ...NEWER, ...NEWEST]));

test('after two rotations each signed day stands with the newest secret alone (R34.5)', async () => {
  expect((await verify(NEWER))[0]?.problem, 'before a rotation').toBe('unknown key');
  expect(await rotate([...NEWER, ...old()])).toMatchObject({ unreadable: 0 });
  expect(await verify(NEWER)).toEqual([]);
  const later = new Date(NIGHT.getTime() + DAY_MS);
  await signLedgerDays(world.db, NEWER, later);
  expect(await rotate([...NEWEST, ...NEWER])).toMatchObject({ unreadable: 0 });
  expect(await verify(NEWEST, later)).toEqual([]);
  expect(await rotate(NEWEST)).toEqual({ sealed: 0, unreadable: 0 });
});

test('a day that was signed before keys were kept stands after a rotation too (R34.5)', async () => {
  await tamper('ledger_days', sql`update ledger_days set public_key = null`);
  expect(await verify(old()), 'its secret is still there').toEqual([]);
  await rotate([...NEWER, ...old()]);
  expect(await verify(NEWER)).toEqual([]);
});

test('a changed, a removed and a re-signed day are named after the old secret is dropped (R34.5)', async () => {
  await rotate([...NEWER, ...old()]);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { root, ...kept } = await signedDay('2026-01-31');
  const own = {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url'),
    signature: sign(null, Buffer.from(root), privateKey).toString('base64url'),
  };
  const swap = ({ publicKey: key, signature }: { publicKey: string | null; signature: string }) =>
    tamper(
      'ledger_days',
      sql`update ledger_days set public_key = ${key}, signature = ${signature} where day = '2026-01-31'`,
    );
  await swap(own);
  expect(await verify(NEWER), 'key and signature swapped').toEqual([{ day: '2026-01-31', problem: 'forged' }]);
  expect(await verify([...NEWER, ...old()]), 'and while the old secret is there').toHaveLength(1);
  await swap(kept);
  await tamper('journals', sql`update journals set amount_cents = amount_cents + 1 where at >= '2026-01-31Z'`);
  const changed = (await verify(NEWER)).map(({ day, problem }) => `${day} ${problem}`);
  await tamper('journals', sql`update journals set amount_cents = amount_cents - 1 where at >= '2026-01-31Z'`);
  expect(changed).toEqual(['2026-01-31 changed', '2026-02-01 changed']);
  await tamper('ledger_days', sql`delete from ledger_days where day = '2026-01-31'`);
  expect(await verify(NEWER)).toEqual([
    { day: '2026-01-31', problem: 'unsigned' },
    { day: '2026-02-01', problem: 'changed' },
  ]);
});

test('a rotation that was stopped among the days goes on with those that are left (R34.5)', async () => {
  const ring = [...NEWER, ...old()] as const;
  const { last, sealed } = await vouchForDays(world.db, ring, null, 1);
  expect(sealed).toBe(1);
  const left = (await verify(NEWER)).map(({ day }) => day);
  expect(left.length).toBeGreaterThan(0);
  expect(left).not.toContain(last);
  await rotate(ring);
  expect(lines).toContain(`ledger_days.vouch: ${left.length} sealed anew`);
  expect(await verify(NEWER)).toEqual([]);
});

test('a rotation vouches for no day that nobody of ours signed, and names it (R34.5)', async () => {
  await tamper('ledger_days', sql`update ledger_days set signature = 'AAAA' where day = '2026-01-31'`);
  expect(await rotate([...NEWER, ...old()])).toMatchObject({ unreadable: 1 });
  expect(lines).toContainEqual(expect.stringMatching(/^ledger_days\.vouch: 2026-01-31 does not open/));
  expect(await verify(NEWER)).toEqual([{ day: '2026-01-31', problem: 'unknown key' }]);
});

/** A person who left, and the account of somebody who signs up with the same phone. */
async function former() {
  const person = await provenPerson(world);
  done(await world.call('POST', '/api/users/close', { ...bearer(person.token), body: {} }));
  const account = await signUp(world, person.phone, `again${person.phone.slice(1)}@example.org`);
  done(await world.call('POST', '/api/users', { body: profileOf(account) }));
  return { ...person, account };
}

const comesBackWith = (secret: AppSecret, account: Account) =>
  transaction(world.db, (tx) => comeBack(tx, { ...world.outside, secret }, account, world.now));

test('a former member comes back after two rotations with the newest secret alone (R33.5)', async () => {
  const { id, account } = await former();
  expect(await comesBackWith(NEWER, account), 'before a rotation').toBeNull();
  await rotate([...NEWER, ...old()]);
  expect(await rotate([...NEWER, ...old()]), 'run again').toEqual({ sealed: 0, unreadable: 0 });
  await rotate([...NEWEST, ...NEWER]);
  expect(await comesBackWith(old(), account), 'the dropped secret knows nobody').toBeNull();
  expect(await comesBackWith(NEWEST, account)).toBe(id);
});

test('a phone that was kept as a hash alone is named while its secret may be dropped, and known until then (R33.5)', async () => {
  const { id, account } = await former();
  await world.db.updateTable('formerPhones').set({ sealedPhone: null }).where('userId', '=', id).execute();
  expect(await rotate([...NEWER, ...old()])).toMatchObject({ unreadable: 1 });
  expect(lines).toContainEqual(`former_phones.sealed_phone: ${id} does not open, and stays as it is`);
  expect(await comesBackWith([...NEWER, ...old()], account)).toBe(id);
});

test('a sealed phone that was copied to another person brings nobody back to that one (R33.5)', async () => {
  const one = await former();
  const other = await world.newPerson();
  await transaction(world.db, (tx) => keepPhoneHash(tx, old(), other, world.now));
  await sql`
    update former_phones set sealed_phone = (select sealed_phone from former_phones where user_id = ${one.id})
    where user_id = ${other.id}`.execute(world.db);
  expect(await rotate([...NEWER, ...old()])).toMatchObject({ unreadable: 1 });
  expect(await comesBackWith(NEWER, one.account)).toBe(one.id);
});
