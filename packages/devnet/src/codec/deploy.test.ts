import sdk, { type CLValue, type ExecutableDeployItem } from 'casper-js-sdk';
import { describe, expect, test } from 'vitest';
import { forgeryOf } from '../chain/acceptance.ts';
import { contractCall, jsonOf, newKey, signedDeploy, string, transfer } from '../test/deploys.ts';
import { bodyHashOf, deployHashOf } from './deploy.ts';
import { deployFromJson, deployToJson } from './deploy-json.ts';
import { accountKeyOf } from './keys.ts';

/** The example that the documentation of the node's JSON-RPC shows. */
const EXAMPLE = {
  hash: '5c9b3b099c1378aa8e4a5f07f59ff1fcdc69a83179427c7e67ae0377d94d93fa',
  header: {
    account: '01d9bf2148748a85c89da5aad8ee0b0fc2d105fd39d41a4c796536354f0ae2900c',
    timestamp: '2020-11-17T00:39:24.072Z',
    ttl: '1h',
    gas_price: 1,
    body_hash: 'd53cf72d17278fd47d399013ca389c50d589352f1a12593c0b8e01872a641b50',
    dependencies: ['0101010101010101010101010101010101010101010101010101010101010101'],
    chain_name: 'casper-example',
  },
  payment: {
    StoredContractByName: {
      name: 'casper-example',
      entry_point: 'example-entry-point',
      args: [['amount', { cl_type: 'I32', bytes: 'e8030000', parsed: 1000 }]],
    },
  },
  session: { Transfer: { args: [['amount', { cl_type: 'I32', bytes: 'e8030000', parsed: 1000 }]] } },
  approvals: [
    {
      signer: '01d9bf2148748a85c89da5aad8ee0b0fc2d105fd39d41a4c796536354f0ae2900c',
      signature:
        '014c1a89f92e29dd74fc648f741137d9caf4edba97c5f9799ce0c9aa6b0c9b58db368c64098603dbecef645774c05dff057cb1f91f2cf390bbacce78aa6f084007',
    },
  ],
};

test('the published example deploy has its hash, its body hash and a true signature', () => {
  const deploy = deployFromJson(EXAMPLE);
  expect(deployHashOf(deploy)).toBe(EXAMPLE.hash);
  expect(bodyHashOf(deploy)).toBe(EXAMPLE.header.body_hash);
  expect(forgeryOf(deploy)).toBeNull();
  expect(deployToJson(deploy)).toEqual(EXAMPLE);
});

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = ['cow', 'গরু কেনা', 'قرض صغير', '', 'ß𝄞', 'a'.repeat(70)];

function randomSession(random: (below: number) => number): ExecutableDeployItem {
  const key = newKey();
  if (random(3) === 0) return transfer(2_500_000_000n + BigInt(random(1e9)), key, random(1e6));
  const word = () => string(WORDS[random(WORDS.length)] ?? '');
  const map = sdk.CLValue.newCLMap(sdk.CLTypeString, sdk.CLTypeString);
  for (let index = random(5); index > 0; index--) map.map?.append(string(`key ${index}`), word());
  const args: Record<string, CLValue> = {
    a: sdk.CLValue.newCLUInt256(String(random(2 ** 50))),
    b: sdk.CLValue.newCLUInt512(String(random(2 ** 50))),
    c: sdk.CLValue.newCLUint8(random(256)),
    d: map,
    e: sdk.CLValue.newCLByteArray(Uint8Array.from({ length: random(40) + 1 }, () => random(256))),
    f: sdk.CLValue.newCLKey(sdk.Key.newKey(key.publicKey.accountHash().toPrefixedString())),
    g: sdk.CLValue.newCLPublicKey(key.publicKey),
    h: sdk.CLValue.newCLOption(sdk.CLValue.newCLUint64(random(1e9))),
    i: sdk.CLValue.newCLList(sdk.CLTypeString, [word(), word()]),
    j: sdk.CLValue.newCLUInt32(random(2 ** 31)),
    k: sdk.CLValue.newCLValueBool(random(2) === 1),
    l: sdk.CLValue.newCLTuple2(word(), sdk.CLValue.newCLUint8(random(256))),
  };
  const names = Object.keys(args).filter(() => random(2) === 0);
  const hash = Buffer.from(Array.from({ length: 32 }, () => random(256))).toString('hex');
  return contractCall(
    hash,
    `entry_${random(9)}`,
    Object.fromEntries(names.map((name) => [name, args[name] as CLValue])),
  );
}

const TTLS_MS = [1_000, 60_000, 1_800_000, 3_600_000, 7_200_000, 86_400_000, 90_061_000];

describe('300 deploys of every shape', () => {
  const random = numbers(20_260_301);
  test.each(Array.from({ length: 300 }, (_, index) => index))('number %i hashes as the official SDK hashes it', () => {
    const key = newKey();
    const json = jsonOf(
      signedDeploy(key, randomSession(random), {
        chainName: `chain-${random(9)}`,
        ttlMs: TTLS_MS[random(TTLS_MS.length)] ?? 1_000,
        gasPrice: 1 + random(5),
        at: new Date(1.6e12 + random(3e11)),
        motes: BigInt(random(1e9)),
      }),
    );
    const deploy = deployFromJson(json);
    expect(forgeryOf(deploy)).toBeNull();
    expect(deployHashOf(deploy)).toBe(json.hash);
    // The printed JSON is read as the same deploy, by us and by the SDK.
    expect(deployFromJson(JSON.parse(JSON.stringify(deployToJson(deploy))))).toEqual(deploy);
    expect(accountKeyOf(key.publicKey.toHex())).toBe(key.publicKey.accountHash().toPrefixedString());
  });
});
