import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compileContract } from './compile.ts';
import { contractWasm } from './contract-wasm.ts';
import { wasmLane } from '@sathi/devnet/chain/lanes.ts';
import { argsToBytes, type CLValue } from '@sathi/devnet/codec/cl-value.ts';
import { type Gas, LARGEST_RECORD, measureGas, type Modules, TYPICAL_RECORD } from './gas.ts';
import { CALL_PAYMENT_MOTES } from './test/chain-world.ts';
import { string } from './test/values.ts';

const MOTES_PER_CSPR = 1e9;
/** The amount of a payment of 3 CSPR as an argument. */
const PAYMENT_ARGS_BYTES = 24;

let modules: Modules;
let gas: Gas;

beforeAll(async () => {
  const [token, stake, proposals] = [contractWasm('token'), contractWasm('stake'), contractWasm('proposals')];
  modules = { token: await token, stake: await stake, proposals: await proposals };
  gas = await measureGas(modules);
});

test('the table in the README names the cost of every call, as measured', () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)` \| `?(\w+)`? \| (\d+\.\d+) \|/gm)];
  const written = new Map(rows.map(([, name, entryPoint, cspr]) => [`${name} ${entryPoint}`, Number(cspr)]));
  expect([...written.keys()].toSorted()).toEqual([...gas.keys()].toSorted());
  for (const [name, motes] of gas) expect(written.get(name), name).toBeCloseTo(Number(motes) / MOTES_PER_CSPR, 1);
});

test('an entry point that costs more than the 3e9 motes of a call is no contract (section 9)', async () => {
  const dear = await compileContract('test/dear');
  await expect(measureGas({ ...modules, stake: dear })).rejects.toThrow(
    'stake add_stakeholder, paid with 3000000000 motes: Out of gas error',
  );
});

test('an entry point without a measurement is no contract', async () => {
  const unknown = await compileContract('test/go-between');
  await expect(measureGas({ ...modules, stake: unknown })).rejects.toThrow('stake forward is not measured in gas.ts');
});

test('the record that the product writes passes in the lane of 40 a block, and the largest alone in its block', () => {
  const argsBytes = (id: string, record: CLValue) =>
    argsToBytes(
      new Map([
        ['proposal_id', string(id)],
        ['proposal', record],
      ]),
    ).length + PAYMENT_ARGS_BYTES;
  const laneOf = (bytes: number) => wasmLane(CALL_PAYMENT_MOTES, bytes + 300, bytes);
  expect(laneOf(argsBytes('80', TYPICAL_RECORD))).toMatchObject({ perBlock: 40 });
  expect(laneOf(argsBytes('x'.repeat(63), LARGEST_RECORD))).toMatchObject({ id: 3, perBlock: 1 });
});
