import { expect, test } from 'vitest';
import { compileContract } from './compile.ts';
import { contractWasm } from './contract-wasm.ts';
import { CONTRACT_NAMES } from './installations.ts';

test.each(CONTRACT_NAMES)(
  '%s is the same bytes when it is built again',
  async (name) => {
    expect(Buffer.from(await compileContract(name)).equals(await contractWasm(name))).toBe(true);
  },
  60_000,
);
