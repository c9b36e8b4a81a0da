import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { ENDPOINTS } from '@sathi/contract/all.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { OWNER_CALLS } from '../../outside/chain-port.ts';
import { registered, signIn } from '../../test/accounts.ts';
import { useChainWorld } from '../../test/chain-world.ts';
import { deriveKeys } from '../../config/secret.ts';
import { sealAsBefore } from '../../test/sealed-before.ts';
import { createKeyring, ensureChainKey, openChainKey, openSecretKey } from './chain-keys.repository.ts';

const world = useChainWorld();
const answers: string[] = [];

beforeAll(async () => {
  await world.setUp();
});

/** The same bytes in every way that they could be written down, whole and their first half. */
function waysToWrite(secret: Buffer): string[] {
  return [secret, secret.subarray(0, 16)].flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    // The last group depends on the bytes that follow.
    bytes.toString('base64').slice(0, Math.floor(bytes.length / 3) * 4),
    bytes.toString('base64url').slice(0, Math.floor(bytes.length / 3) * 4),
    bytes.toString('latin1'),
    [...bytes].join(','),
    JSON.stringify([...bytes]).slice(1, -1),
  ]);
}

const rawOf = (pem: string): Buffer =>
  createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' }).subarray(-32) as Buffer;

/** Every value in every table, as text. */
async function wholeDatabase(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db);
  const tables = await Promise.all(
    rows.map(({ name }) => sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(world.db)),
  );
  return tables.flatMap((table) => table.rows.map(({ row }) => row)).join('\n');
}

test('R13.9, T10: no answer, no line of the log and no row of the database has a byte of a signing key', async () => {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  const person = { id: Number(account.id) as UserId, subject: account.subject, token, phone: account.phone };
  const call = world.call;
  world.call = async (...request) => {
    const answer = await call(...request);
    answers.push(JSON.stringify([answer.body, answer.headers]));
    return answer;
  };
  await world.act(person, 'faucet', { token: 'tUSDC', amount: 100 });
  await world.act(person, 'mint', { token: 'tUSDC', amount: 50 });
  const { publicAddress } = await world.assets(person);
  const user = await world.call('GET', `/api/users/${account.id}`, { as: person });
  expect(user.body.data.publicAddress).toBe(publicAddress);
  for (const { method, path } of ENDPOINTS.filter((endpoint) => endpoint.path.startsWith('/api/chain/'))) {
    await world.call(method, path.replace(/:\w+/, '1'), { as: person, ...(method === 'POST' && { body: {} }) });
  }
  const { hash } = await world.db
    .selectFrom('chainDeploys')
    .select('hash')
    .where('signer', '=', 'user')
    .executeTakeFirstOrThrow();
  await world.call('GET', `/api/chain/deploys/${hash}`);
  // Faults are where secrets get into logs.
  world.interrupt = (_, name) => {
    if (name === 'sign') throw new Error('the signing failed');
  };
  await world.call('POST', '/api/chain/mint', { as: person, body: { token: 'tUSDC', amount: 1 } });
  await world.drain();
  world.interrupt = () => {};
  await world.settleChain();
  world.call = call;

  const user32 = await openSecretKey(world.db, world.worker().keyring, person.id);
  const owner32 = rawOf(world.ownerPem);
  const places = { answers: answers.join('\n'), logs: world.logLines.join('\n'), database: await wholeDatabase() };
  expect(places.database).toContain(publicAddress);
  expect(places.logs).toContain('the signing failed');
  for (const [place, content] of Object.entries(places)) {
    for (const secret of [user32, owner32]) {
      for (const written of waysToWrite(secret)) expect(content.includes(written), place).toBe(false);
    }
    expect(content).not.toContain('PRIVATE KEY');
  }
  // The same search finds bytes that are there.
  const control = Buffer.from(publicAddress.slice(2), 'hex');
  expect(waysToWrite(control).some((written) => places.answers.includes(written))).toBe(true);
});

test('T10: the owner signs the calls on the list, a person only transfers, and neither signs another call', () => {
  const { chain } = world.outside;
  const secretKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const call = (entryPoint: string) =>
    ({ kind: 'call', contract: `hash-${'ab'.repeat(32)}`, entryPoint, args: {} }) as const;
  for (const entryPoint of OWNER_CALLS) expect(chain.sign(call(entryPoint), 'owner', world.now).hash).toHaveLength(64);
  expect(chain.sign(call('transfer'), { secretKey }, world.now).hash).toHaveLength(64);
  for (const entryPoint of ['mint', 'transfer_from', 'burn']) {
    expect(() => chain.sign(call(entryPoint), 'owner', world.now)).toThrow('not to be signed');
  }
  for (const entryPoint of OWNER_CALLS.filter((name) => name !== 'transfer')) {
    expect(() => chain.sign(call(entryPoint), { secretKey }, world.now)).toThrow('not to be signed');
  }
  const install = { kind: 'install', wasm: new Uint8Array(1), args: {} } as const;
  const fund = { kind: 'fund', publicKey: chain.ownerPublicKey, motes: 1n } as const;
  expect(() => chain.sign(install, { secretKey }, world.now)).toThrow('not to be signed');
  expect(() => chain.sign(fund, { secretKey }, world.now)).toThrow('not to be signed');
});

test('section 9: every call is paid with 3e9 motes, for half an hour, at gas price 1', () => {
  const call = { kind: 'call', contract: `hash-${'ab'.repeat(32)}`, entryPoint: 'transfer', args: {} } as const;
  const { body, expiresAt } = world.outside.chain.sign(call, 'owner', world.now);
  expect(body).toMatchObject({
    header: { ttl: '30m', gas_price: 1, dependencies: [], chain_name: world.outside.chain.chainName },
    payment: { ModuleBytes: { module_bytes: '', args: [['amount', { bytes: '04005ed0b2' }]] } },
  });
  expect(expiresAt.getTime() - world.now.getTime()).toBe(1_800_000);
});

test('a sealed key opens for its own person and with its own secret alone', async () => {
  const [rahima, joao] = [await world.newPerson(), await world.newPerson()];
  const secret = [Buffer.alloc(32, 1)] as const;
  const ring = createKeyring(secret, ['the first secret of this installation']);
  const make = (userId: UserId) => world.db.transaction().execute((tx) => ensureChainKey(tx, ring, userId, world.now));
  const publicKey = await make(rahima.id);
  expect(await make(rahima.id)).toBe(publicKey);
  await make(joao.id);
  const opened = await openSecretKey(world.db, ring, rahima.id);

  const { sealedKey } = await sealedKeyOf(rahima.id);
  await world.db.updateTable('chainKeys').set({ sealedKey }).where('userId', '=', joao.id).execute();
  await expect(openSecretKey(world.db, ring, joao.id)).rejects.toThrow('unable to authenticate');
  for (const others of [createKeyring(secret, ['another secret']), createKeyring(secret, [])]) {
    await expect(openSecretKey(world.db, others, rahima.id)).rejects.toThrow('no secret');
  }
  const newer = createKeyring(secret, ['the second one of them, much better', 'the first secret of this installation']);
  expect((await openSecretKey(world.db, newer, rahima.id)).equals(opened)).toBe(true);
  await world.db.deleteFrom('chainKeys').where('userId', '!=', rahima.id).execute();
});

test('a key that the last release sealed opens, for its own person alone', async () => {
  const [rahima, joao] = [await world.newPerson(), await world.newPerson()];
  const secret = [Buffer.alloc(32, 1)] as const;
  const ring = createKeyring(secret, []);
  const secretKey = Buffer.alloc(32, 5);
  const sealedKey = sealAsBefore(
    deriveKeys(secret, 'chain keys')[0].secret,
    secretKey,
    `chain key 0 of user ${rahima.id}`,
  );
  expect(openChainKey(ring, { userId: rahima.id, sealedKey, keyVersion: 0 })).toEqual(secretKey);
  expect(() => openChainKey(ring, { userId: joao.id, sealedKey, keyVersion: 0 })).toThrow('unable to authenticate');
  expect(() => openChainKey(ring, { userId: rahima.id, sealedKey, keyVersion: 1 })).toThrow('unable to authenticate');
});

async function sealedKeyOf(userId: UserId) {
  return world.db.selectFrom('chainKeys').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();
}
