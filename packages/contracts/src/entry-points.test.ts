import { describe, expect, test } from 'vitest';
import { contractWasm } from './contract-wasm.ts';
import type { ContractName } from './installations.ts';
import type { Arguments } from './test/deploys.ts';
import { type EntryPoint, installedEntryPoints } from './test/recorded-installation.ts';
import { amount, byte, bytes32, string } from './test/values.ts';

const STRING_MAP = { Map: { key: 'String', value: 'String' } } as const;
const HASH = { ByteArray: 32 } as const;

const ARGUMENTS: Arguments = {
  contract_name: string('A'),
  name: string('B'),
  symbol: string('C'),
  decimals: byte(6),
  total_supply: amount(1n),
  reward_token: bytes32('ab'.repeat(32)),
};

const EXPECTED: Record<ContractName, readonly EntryPoint[]> = {
  token: [
    { name: 'allowance', takes: { owner: 'Key', spender: 'Key' }, gives: 'U256' },
    { name: 'approve', takes: { spender: 'Key', amount: 'U256' }, gives: 'Unit' },
    { name: 'balance_of', takes: { address: 'Key' }, gives: 'U256' },
    { name: 'decimals', takes: {}, gives: 'U8' },
    { name: 'mint', takes: { owner: 'Key', amount: 'U256' }, gives: 'Unit' },
    { name: 'name', takes: {}, gives: 'String' },
    { name: 'symbol', takes: {}, gives: 'String' },
    { name: 'total_supply', takes: {}, gives: 'U256' },
    { name: 'transfer', takes: { recipient: 'Key', amount: 'U256' }, gives: 'Unit' },
    { name: 'transfer_from', takes: { owner: 'Key', recipient: 'Key', amount: 'U256' }, gives: 'Unit' },
  ],
  stake: [
    { name: 'add_stakeholder', takes: { recipient: 'PublicKey', amount: 'U256' }, gives: 'Unit' },
    { name: 'stake_of', takes: { address: 'Key' }, gives: 'U256' },
  ],
  proposals: [
    {
      name: 'add_backer',
      takes: { proposal_id: 'String', token: HASH, delegator: HASH, backer: STRING_MAP },
      gives: 'Unit',
    },
    { name: 'add_proposal', takes: { proposal_id: 'String', proposal: STRING_MAP }, gives: 'Unit' },
    { name: 'remove_backer', takes: { proposal_id: 'String', delegator: HASH }, gives: 'Unit' },
  ],
};

describe('a contract hands its entry points to the node in the form of Casper 2.x, in the order of their names', () => {
  test.each(Object.keys(EXPECTED) as ContractName[])(
    '%s',
    async (name) => {
      const installed = installedEntryPoints(await contractWasm(name), ARGUMENTS);
      expect(installed).toEqual(EXPECTED[name]);
      expect(installed.map((each) => each.name)).toEqual(installed.map((each) => each.name).toSorted());
    },
    60_000,
  );
});
