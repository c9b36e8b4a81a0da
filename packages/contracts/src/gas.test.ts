import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compileContract } from './compile.ts';
import { contractWasm } from './contract-wasm.ts';
import { type Gas, measureGas, type Modules } from './gas.ts';

const MOTES_PER_CSPR = 1e9;

let modules: Modules;
let gas: Gas;

beforeAll(async () => {
  const [token, stake, proposals] = [contractWasm('token'), contractWasm('stake'), contractWasm('proposals')];
  modules = { token: await token, stake: await stake, proposals: await proposals };
  gas = await measureGas(modules);
});

test('the table in the README is what they cost, and all of them', () => {
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

test('an entry point that nobody measured is no contract', async () => {
  const unknown = await compileContract('test/go-between');
  await expect(measureGas({ ...modules, stake: unknown })).rejects.toThrow('stake forward is not measured in gas.ts');
});
