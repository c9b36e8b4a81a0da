import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MODULES_SHA256 } from '@sathi/devnet/test/engine-steps.ts';
import { contractWasm } from './contract-wasm.ts';
import { CONTRACT_NAMES } from './installations.ts';

test.each(CONTRACT_NAMES)(
  '%s is built to the module that the Casper engines 8.0.0 and 8.1.1 installed and ran',
  async (name) => {
    const sha256 = createHash('sha256')
      .update(await contractWasm(name))
      .digest('hex');
    expect(sha256, 'after a change of the sources the engine has to be asked again').toBe(MODULES_SHA256[name]);
  },
  60_000,
);
