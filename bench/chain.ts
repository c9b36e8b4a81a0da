import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sdk from 'casper-js-sdk';
import {
  CHAIN_NAME,
  contractCall,
  type DeployChanges,
  INSTALL_MOTES,
  jsonOf,
  module,
  newKey,
  signedDeploy,
} from '../packages/devnet/src/test/deploys.ts';

// How long a transfer of a token takes on the embedded chain, beside an earlier commit of this repository:
//
//     node bench/chain.ts 196a3d8
//
// Both take turns in one process, so that a busy machine is busy for both. Signing is not measured.

type Devnet = typeof import('../packages/devnet/src/devnet.ts');
type Contracts = typeof import('../packages/contracts/src/contract-wasm.ts');

const ROUNDS = 40;
const TRANSFERS_A_ROUND = 10;
const WARM_UP_ROUNDS = 10;
const TOKEN = {
  contract_name: sdk.CLValue.newCLString('T'),
  name: sdk.CLValue.newCLString('Token'),
  symbol: sdk.CLValue.newCLString('T'),
  decimals: sdk.CLValue.newCLUint8(6),
  total_supply: sdk.CLValue.newCLUInt256('1000000000000'),
};

const [commit = '196a3d8'] = process.argv.slice(2);
const now = path.resolve(import.meta.dirname, '..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-chain-'));
const then = path.join(folder, 'then');
execFileSync('git', ['worktree', 'add', '--quiet', '--detach', then, commit], { cwd: now });
try {
  linkModules();
  await compare();
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', then], { cwd: now });
  fs.rmSync(folder, { recursive: true });
}

/** The same libraries, and each version's own packages. */
function linkModules(): void {
  const [from, to] = [path.join(now, 'node_modules'), path.join(then, 'node_modules')];
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from).filter((each) => each !== '@sathi')) {
    fs.symlinkSync(path.join(from, name), path.join(to, name));
  }
  fs.cpSync(path.join(from, '@sathi'), path.join(to, '@sathi'), { recursive: true, verbatimSymlinks: true });
}

async function compare(): Promise<void> {
  const chains = [await chainOf(then), await chainOf(now)] as const;
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [index, chain] of chains.entries()) {
      const ms = chain.transfers();
      if (round >= WARM_UP_ROUNDS) times[index]?.push(ms / TRANSFERS_A_ROUND);
    }
  }
  const [before, after] = times.map(median) as [number, number];
  const ratios = times[1].map((ms, round) => ms / (times[0][round] ?? ms));
  console.log(`a transfer: ${before.toFixed(2)} ms at ${commit}, ${after.toFixed(2)} ms now`);
  console.log(
    `now ÷ ${commit}: ${(after / before).toFixed(2)}, the median of ${ROUNDS} rounds ${median(ratios).toFixed(2)}`,
  );
}

async function chainOf(root: string) {
  const load = (file: string) => import(pathToFileURL(path.join(root, 'packages', file)).href) as Promise<unknown>;
  const { openDevnet } = (await load('devnet/src/devnet.ts')) as Devnet;
  const { contractWasm } = (await load('contracts/src/contract-wasm.ts')) as Contracts;
  const owner = newKey();
  const publicKeyHex = owner.publicKey.toHex();
  const genesis = [{ publicKeyHex, motes: 10n ** 18n }];
  const devnet = await openDevnet({ dataDir: null, chainName: CHAIN_NAME, genesis, blockTimeMs: 'manual' });
  let instant = Date.now() - 60_000;
  const signed = (session: ReturnType<typeof module>, changes: DeployChanges = {}) =>
    jsonOf(signedDeploy(owner, session, { at: new Date(instant++), ...changes }));
  const run = (deploy: unknown) => {
    const hash = devnet.put(deploy);
    devnet.produceBlock();
    const error = devnet.execution(hash)?.error;
    if (error !== null) throw new Error(error);
  };
  run(signed(module(await contractWasm('token'), TOKEN), { motes: INSTALL_MOTES }));
  const receiver = newKey().publicKey.accountHash().toPrefixedString();
  const transfer = contractCall(devnet.namedKeys(publicKeyHex).T_contract_hash ?? '', 'transfer', {
    recipient: sdk.CLValue.newCLKey(sdk.Key.newKey(receiver)),
    amount: sdk.CLValue.newCLUInt256(1),
  });
  return {
    transfers: () => {
      const deploys = Array.from({ length: TRANSFERS_A_ROUND }, () => signed(transfer));
      const start = performance.now();
      for (const deploy of deploys) run(deploy);
      return performance.now() - start;
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
