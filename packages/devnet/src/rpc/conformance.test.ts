import sdk, { type ExecutableDeployItem, type PrivateKey } from 'casper-js-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text, u32, u8 } from '../codec/bytes.ts';
import { type Devnet, openDevnet } from '../devnet.ts';
import { entryPoints, installSteps, namedURef } from '../test/contracts.ts';
import {
  CHAIN_NAME,
  contractCall,
  type DeployChanges,
  INSTALL_MOTES,
  module,
  newKey,
  signedDeploy,
  string,
  transfer,
  TRANSFER_MOTES,
} from '../test/deploys.ts';
import { copy, Memory, program, span, type Step } from '../test/program.ts';

const owner = newKey();
const rahima = newKey();
let devnet: Devnet;
let rpc: InstanceType<typeof sdk.RpcClient>;

beforeAll(async () => {
  const genesis = [{ publicKeyHex: owner.publicKey.toHex(), motes: 10n ** 18n }];
  devnet = await openDevnet({ dataDir: null, chainName: CHAIN_NAME, genesis, blockTimeMs: 20 });
  const { url } = await devnet.listen(0);
  rpc = new sdk.RpcClient(new sdk.HttpHandler(url, 'fetch'));
});
afterAll(() => devnet.close());

async function run(from: PrivateKey, session: ExecutableDeployItem, changes: DeployChanges = {}) {
  const deploy = signedDeploy(from, session, changes);
  const { deployHash } = await rpc.putDeploy(deploy);
  expect(deployHash.toHex()).toBe(deploy.hash.toHex());
  const { executionInfo } = await rpc.waitForDeploy(deploy, 30_000);
  return { ...executionInfo?.executionResult, height: executionInfo?.blockHeight, hash: deploy.hash.toHex() };
}

async function namedKeys(key: PrivateKey): Promise<Record<string, string>> {
  const { account } = await rpc.getAccountInfo(null, new sdk.AccountIdentifier(undefined, key.publicKey));
  expect(account.accountHash.toPrefixedString()).toBe(key.publicKey.accountHash().toPrefixedString());
  return Object.fromEntries(account.namedKeys.map((each) => [each.name, each.key.toPrefixedString()]));
}

/** A contract with a dictionary `words`: `say` writes its argument `word` (of `length` bytes) under `item`. */
function dictionaryContract(word: string, item: string): Uint8Array {
  const memory = new Memory();
  const size = memory.room(8);
  const dictionary = memory.room(33);
  const keys = memory.joined(u32(1), text('words'), u8(2), 33);
  const target = keys.parts[3] ?? keys;
  const length = Buffer.byteLength(word);
  const content = memory.joined(u32(4 + length), 4 + length, u8(10));
  const inner = content.parts[1] ?? content;
  const { steps, uref } = namedURef(memory, 'words');
  const install: Step[] = [
    { host: 'casper_new_dictionary', args: [size.pointer] },
    { host: 'casper_read_host_buffer', args: [...span(dictionary), memory.room(4).pointer] },
    copy(dictionary, target),
    ...installSteps(memory, 'words', entryPoints(['say', 'refuse', 'work']), keys),
  ];
  const say: Step[] = [
    ...steps,
    { host: 'casper_get_named_arg', args: [...span(memory.text('word')), ...span(inner)] },
    { host: 'casper_dictionary_put', args: [...span(uref), ...span(memory.text(item)), ...span(content)] },
  ];
  const refuse: Step[] = [{ host: 'casper_revert', args: [65_536 + 2] }];
  const work: Step[] = [{ raw: [0x03, 0x40, 0x0c, 0, 0x0b] }];
  return program({ call: install, say, refuse, work }, memory);
}

describe('the official client, as it is', () => {
  const word = 'গরু কেনা, قرض صغير';
  const item = 'প্রস্তাব-১৪৪';
  let contractKey = '';

  test('finds the chain and its first block', async () => {
    expect((await rpc.getStatus()).chainSpecName).toBe(CHAIN_NAME);
    const { block } = await rpc.getBlockByHeight(0);
    expect((await rpc.getBlockByHash(block.hash.toHex())).block.height).toBe(0);
    const latest = await rpc.getLatestBlock();
    const { stateRootHash } = await rpc.getStateRootHashLatest();
    expect(stateRootHash.toHex()).toBe(latest.block.stateRootHash.toHex());
    const { balance } = await rpc.queryLatestBalance(sdk.PurseIdentifier.fromPublicKey(owner.publicKey));
    expect(String(balance)).toBe(String(10n ** 18n));
  });

  test('transfers motes to a new account', async () => {
    const done = await run(owner, transfer(10_000_000_000n, rahima), { motes: TRANSFER_MOTES });
    expect(done.errorMessage ?? null).toBeNull();
    const { balance } = await rpc.queryLatestBalance(sdk.PurseIdentifier.fromPublicKey(rahima.publicKey));
    expect(String(balance)).toBe('10000000000');
  });

  test('installs a contract and finds it by name', async () => {
    const done = await run(owner, module(dictionaryContract(word, item)), { motes: INSTALL_MOTES });
    expect(done.errorMessage ?? null).toBeNull();
    contractKey = (await namedKeys(owner)).words ?? '';
    expect(contractKey).toMatch(/^hash-[0-9a-f]{64}$/);
    const { stateRootHash } = await rpc.getStateRootHashLatest();
    const { storedValue } = await rpc.getStateItem(stateRootHash.toHex(), contractKey, []);
    expect(storedValue.contract).toBeDefined();
  });

  test('writes Bengali and Arabic and reads them again, by name and by URef', async () => {
    const done = await run(owner, contractCall(contractKey, 'say', { word: string(word) }));
    expect(done.errorMessage ?? null).toBeNull();
    const root = (await rpc.getStateRootHashLatest()).stateRootHash.toHex();
    const named = new sdk.ParamDictionaryIdentifierContractNamedKey(contractKey, 'words', item);
    const byName = await rpc.getDictionaryItemByIdentifier(root, new sdk.ParamDictionaryIdentifier(undefined, named));
    const read = Buffer.from(byName.storedValue.clValue?.bytes() ?? []);
    const expected = devnet.dictionaryItem(contractKey, 'words', item);
    expect(expected?.parsed).toBe(word);
    expect(String(byName.storedValue.clValue)).toBe(word);
    expect(read.length).toBeGreaterThan(0);
    const seed = ((devnet.query(contractKey) as any).Contract.named_keys as any[])[0].key;
    const byURef = await rpc.getDictionaryItem(root, seed, item);
    expect(String(byURef.storedValue.clValue)).toBe(word);
  });

  test('sees the state of an older root as it was', async () => {
    const before = (await rpc.getBlockByHeight(2)).block.stateRootHash.toHex();
    const named = new sdk.ParamDictionaryIdentifierContractNamedKey(contractKey, 'words', item);
    const asked = rpc.getDictionaryItemByIdentifier(before, new sdk.ParamDictionaryIdentifier(undefined, named));
    await expect(asked).rejects.toMatchObject({ statusCode: -32003 });
  });

  test('is told that a contract reverted, and its cost', async () => {
    const done = await run(owner, contractCall(contractKey, 'refuse'));
    expect(done.errorMessage).toBe('User error: 2');
    expect(done.consumed).toBeGreaterThan(0);
  });

  test('is told when the gas is at its end', async () => {
    const done = await run(owner, contractCall(contractKey, 'work'));
    expect(done.errorMessage).toBe('Out of gas error');
    expect(done.consumed).toBe(3_000_000_000);
    expect((await rpc.getDeploy(done.hash)).executionInfo?.blockHeight).toBe(done.height);
  });

  test('may send the same deploy again', async () => {
    const deploy = signedDeploy(rahima, transfer(2_500_000_000n, owner), { motes: TRANSFER_MOTES });
    await rpc.putDeploy(deploy);
    await rpc.putDeploy(deploy);
    const first = await rpc.waitForDeploy(deploy, 30_000);
    await rpc.putDeploy(deploy);
    expect((await rpc.getDeploy(deploy.hash.toHex())).executionInfo?.blockHeight).toBe(
      first.executionInfo?.blockHeight,
    );
  });

  test.each([
    ['another chain', { chainName: 'casper' }, /invalid chain name/],
    ['expired', { at: new Date(Date.now() - 3_600_000) }, /has expired/],
    ['a time to live that is too long', { ttlMs: 10_800_000 }, /time-to-live exceeds limit/],
    ['signed by another', { signer: newKey() }, /invalid authorization/],
    ['more motes than there are', { motes: 800_000_000_000n, from: rahima }, /insufficient balance/],
  ])(
    'gets the reason of a refusal: %s',
    async (_, { from = owner, ...changes }: DeployChanges & { from?: PrivateKey }, reason) => {
      const asked = rpc.putDeploy(signedDeploy(from, contractCall(contractKey, 'say'), changes));
      await expect(asked).rejects.toMatchObject({
        statusCode: -32008,
        sourceErr: { data: expect.stringMatching(reason) },
      });
    },
  );

  test('gets the number of every error', async () => {
    const root = (await rpc.getStateRootHashLatest()).stateRootHash.toHex();
    const stranger = new sdk.AccountIdentifier(undefined, newKey().publicKey);
    await expect(rpc.getDeploy('ff'.repeat(32))).rejects.toMatchObject({ statusCode: -32000 });
    await expect(rpc.getBlockByHeight(1_000_000)).rejects.toMatchObject({ statusCode: -32001 });
    await expect(rpc.getStateItem(root, `hash-${'ff'.repeat(32)}`, [])).rejects.toMatchObject({ statusCode: -32003 });
    await expect(rpc.getAccountInfo(null, stranger)).rejects.toMatchObject({ statusCode: -32009 });
    await expect(rpc.getStateItem('ff'.repeat(32), contractKey, [])).rejects.toMatchObject({ statusCode: -32012 });
  });
});

test('the server listens on this machine alone', async () => {
  const { url, port } = await devnet.listen(0);
  expect(url).toBe(`http://127.0.0.1:${port}/rpc`);
  // Another address of the same machine, which a server on all addresses would answer.
  await expect(fetch(`http://127.0.0.2:${port}/rpc`, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed');
});
