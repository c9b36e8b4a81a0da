import casper, { type PrivateKey } from 'casper-js-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Devnet, openDevnet } from '../devnet.ts';
import { contract } from '../test/contracts.ts';
import { CHAIN_NAME, newKey, signedDeploy, transfer, TRANSFER_MOTES } from '../test/deploys.ts';
import { Memory } from '../test/program.ts';

// The types of this project know only the part of the client that the product uses.
const sdk: any = casper;

const owner = newKey();
const rahima = sdk.PrivateKey.generate(sdk.KeyAlgorithm.SECP256K1);
const CALL_MOTES = 3_000_000_000;
let devnet: Devnet;
let url: string;
let rpc: any;

beforeAll(async () => {
  const genesis = [owner, rahima].map((key) => ({ publicKeyHex: key.publicKey.toHex(), motes: 10n ** 18n }));
  devnet = await openDevnet({ dataDir: null, chainName: CHAIN_NAME, genesis, blockTimeMs: 20 });
  ({ url } = await devnet.listen(0));
  rpc = new sdk.RpcClient(new sdk.HttpHandler(url, 'fetch'));
});
afterAll(() => devnet.close());

const namedKey = (name: string) => devnet.namedKeys(owner.publicKey.toHex())[name] ?? '';

async function run(transaction: any, key: PrivateKey = owner) {
  transaction.sign(key);
  const { transactionHash } = await rpc.putTransaction(transaction);
  expect(transactionHash.toHex()).toBe(transaction.hash.toHex());
  const { executionInfo } = await rpc.waitForTransaction(transaction, 30_000);
  return executionInfo?.executionResult;
}

const install = (isInstall: boolean) => {
  const session = new sdk.SessionBuilder().from(owner.publicKey).chainName(CHAIN_NAME).payment(50_000_000_000);
  session.wasm(contract('door', new Memory(), { knock: [] }));
  return (isInstall ? session.installOrUpgrade() : session).runtimeArgs(sdk.Args.fromMap({})).build();
};

function call(from: PrivateKey, aim: (builder: any) => unknown) {
  const builder = new sdk.ContractCallBuilder().from(from.publicKey).chainName(CHAIN_NAME).payment(CALL_MOTES);
  aim(builder);
  return builder.entryPoint('knock').runtimeArgs(sdk.Args.fromMap({})).build();
}

describe('the official client sends transactions of 2.x', () => {
  test('a transfer, signed with a key of secp256k1', async () => {
    const to = newKey().publicKey;
    const builder = new sdk.NativeTransferBuilder().from(rahima.publicKey).target(to).amount('2500000000').id(7);
    const result = await run(builder.chainName(CHAIN_NAME).payment(100_000_000).build(), rahima);
    expect(result?.errorMessage ?? null).toBeNull();
    expect(devnet.balance(to.toHex())).toBe(2_500_000_000n);
    expect(devnet.balance(rahima.publicKey.toHex())).toBe(10n ** 18n - 2_600_000_000n);
  });

  test('a session, which adds a contract when it says so and cannot otherwise', async () => {
    expect((await run(install(false)))?.errorMessage).toBe('User error: 48');
    expect((await run(install(true)))?.errorMessage ?? null).toBeNull();
    expect(namedKey('door')).toMatch(/^hash-/);
  });

  test('a call by hash, by name, and of a version of a package', async () => {
    const stored = (devnet.query(namedKey('door')) as any).Contract;
    const hash = namedKey('door').slice(-64);
    const packageHash = stored.contract_package_hash.slice(-64);
    const aims: ReadonlyArray<(builder: any) => unknown> = [
      (builder: any) => builder.byHash(hash),
      (builder: any) => builder.byName('door'),
      (builder: any) => builder.byPackageHash(packageHash),
      (builder: any) => builder.byPackageHash(packageHash, 1),
    ];
    for (const aim of aims) expect((await run(call(owner, aim)))?.errorMessage ?? null).toBeNull();
  });

  test('finds a transaction again, also a deploy, and is told when there is none', async () => {
    const sent = call(owner, (builder: any) => builder.byName('door'));
    await run(sent);
    const found = await rpc.getTransactionByTransactionHash(sent.hash.toHex());
    expect(found.transaction.hash.toHex()).toBe(sent.hash.toHex());
    expect(found.executionInfo?.executionResult.limit).toBe(CALL_MOTES);
    const deploy = signedDeploy(owner, transfer(2_500_000_000n, newKey()), { motes: TRANSFER_MOTES });
    await rpc.putDeploy(deploy);
    const again = await rpc.getTransactionByDeployHash(deploy.hash.toHex());
    expect(again.transaction.hash.toHex()).toBe(deploy.hash.toHex());
    await expect(rpc.getTransactionByTransactionHash('ff'.repeat(32))).rejects.toMatchObject({ statusCode: -32014 });
  });

  test('gets the reason of a refusal', async () => {
    const poor = call(owner, (builder: any) => builder.byName('door').payment(1_000_000_000));
    poor.sign(owner);
    const low = { statusCode: -32016, sourceErr: { data: 'the deploy was invalid: invalid payment amount' } };
    await expect(rpc.putTransaction(poor)).rejects.toMatchObject(low);
    const forged = call(owner, (builder: any) => builder.byName('door'));
    forged.sign(newKey());
    await expect(rpc.putTransaction(forged)).rejects.toMatchObject({ statusCode: -32016 });
  });

  test('sees an account as an entity', async () => {
    const { entity } = await rpc.getLatestEntity(sdk.EntityIdentifier.fromPublicKey(owner.publicKey));
    expect(entity.legacyAccount?.accountHash.toPrefixedString()).toBe(owner.publicKey.accountHash().toPrefixedString());
    const nobody = sdk.EntityIdentifier.fromPublicKey(newKey().publicKey);
    await expect(rpc.getLatestEntity(nobody)).rejects.toMatchObject({ statusCode: -32020 });
  });
});

test('the official client hears of a transaction and of its block in the event stream', async () => {
  const client = new sdk.SseClient(url.replace('/rpc', '/events'));
  const sent = call(owner, (builder: any) => builder.byName('door'));
  const heard: string[] = [];
  const done = new Promise<void>((resolve) => {
    client.subscribe(sdk.EventName.TransactionAcceptedEventType, (event: any) => {
      const { transactionAcceptedPayload } = event.parseAsTransactionAcceptedEvent();
      heard.push(`accepted ${transactionAcceptedPayload.transaction.hash.toHex()}`);
    });
    client.subscribe(sdk.EventName.BlockAddedEventType, (event: any) => {
      heard.push(`block ${event.parseAsBlockAddedEvent().BlockAdded.block.hash.toHex()}`);
    });
    client.subscribe(sdk.EventName.TransactionProcessedEventType, (event: any) => {
      const { transactionProcessedPayload } = event.parseAsTransactionProcessedEvent();
      heard.push(`processed ${transactionProcessedPayload.transactionHash.toHex()}`);
      resolve();
    });
  });
  const open = new Promise<void>((resolve) => {
    client.subscribe(sdk.EventName.APIVersionEventType, () => resolve());
  });
  client.start();
  await open;
  await run(sent);
  await done;
  client.stop();
  const hash = sent.hash.toHex();
  expect(heard).toEqual([`accepted ${hash}`, `block ${devnet.execution(hash)?.blockHash}`, `processed ${hash}`]);
});
