import { beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_ERRORS } from './contract-errors.ts';
import { PROPOSAL_ID_MAX_BYTES } from './dictionary-items.ts';
import { errorOf, openGoBetween, openWorld, SUPPLY, type World } from './test/chain-world.ts';
import { BACKED_TOKEN, Register } from './test/register.ts';
import { bytes32, digitsOf, string, stringMap } from './test/values.ts';

/** The samples that the demo page shows (specification section 2). */
const SAMPLES = ['80', '144', '166', '168', '169'];

let world: World;
let register: Register;

beforeAll(async () => {
  world = await openWorld();
  register = await Register.open(world);
  register.allow(SUPPLY);
  for (const id of SAMPLES) register.add(id, { amount: '200', monthsToRepay: '12' });
});

describe('add_proposal', () => {
  test('keeps the record, and replaces it when it comes again', () => {
    const record = { amount: '200', fundedAmount: '0', monthsToRepay: '12', status: '2' };
    expect(errorOf(register.add('80', record))).toBeNull();
    expect(register.proposal('80')).toEqual(record);
    expect(errorOf(register.add('80', { ...record, fundedAmount: '5' }))).toBeNull();
    expect(register.proposal('80')).toEqual({ ...record, fundedAmount: '5' });
  });

  test.each([
    ['Bengali', 'গরু কেনা, আর কিছু ঘাস 🐄'],
    ['Arabic', 'شراء بقرة وبعض العلف'],
    ['both directions at once', 'Cow – গরু – بقرة'],
  ])('%s is kept as it is', (_, title) => {
    expect(errorOf(register.add('300', { monthsToRepay: '12', title, [title]: 'key' }))).toBeNull();
    expect(register.proposal('300')).toEqual({ monthsToRepay: '12', title, [title]: 'key' });
  });

  test('almost as much as a deploy may carry is still paid for', () => {
    expect(errorOf(register.add('301', { monthsToRepay: '12', description: 'ক'.repeat(280) }))).toBeNull();
  });

  test('only the owner may, and not through another contract', async () => {
    expect(register.add('302', { monthsToRepay: '12' }, world.rahima).error).toBe(
      `User error: ${CONTRACT_ERRORS.notOwner}`,
    );
    const between = await openGoBetween(world);
    const args = { proposal_id: string('302'), proposal: stringMap({ monthsToRepay: '12' }) };
    expect(errorOf(between.forward(world.owner, register.address, 'add_proposal', args))).toBe('notOwner');
    expect(register.proposal('302')).toBeNull();
  });

  test.each([undefined, '', '0', '-1', '1.5', '12 ', '১২', '10000'])('monthsToRepay of %j is refused', (months) => {
    const record: Record<string, string> = months === undefined ? { amount: '1' } : { monthsToRepay: months };
    expect(register.add('303', record).error).toBe(`User error: ${CONTRACT_ERRORS.invalidRecord}`);
    expect(register.proposal('303')).toBeNull();
  });

  test('an id has one byte to 63, so that backers can be found under it', () => {
    const longest = 'x'.repeat(PROPOSAL_ID_MAX_BYTES);
    expect(errorOf(register.add(longest, { monthsToRepay: '12' }))).toBeNull();
    expect(errorOf(register.back(longest, world.rahima, { amount: '1' }))).toBeNull();
    expect(register.add(`${longest}x`, { monthsToRepay: '12' }).error).toBe(
      `User error: ${CONTRACT_ERRORS.invalidProposalId}`,
    );
    expect(errorOf(register.add('', { monthsToRepay: '12' }))).toBe('invalidArgument');
  });

  const map = (...bytes: number[]) => ({
    proposal_id: string('304'),
    proposal: { bytes: Uint8Array.from(bytes), type: { Map: { key: 'String', value: 'String' } } as const },
  });
  test.each([
    ['no map', { proposal_id: string('304') }],
    ['no id', { proposal: stringMap({ monthsToRepay: '12' }) }],
    ['a map of three bytes', map(0, 0, 0)],
    ['a map with fewer entries than it says', map(1, 0, 0, 0)],
    ['a map that says it has four billion entries', map(255, 255, 255, 255)],
    ['a text longer than the map', map(1, 0, 0, 0, 255, 255, 255, 255)],
    ['something after the last entry', map(0, 0, 0, 0, 7)],
  ])('%s is refused', (_, args) => {
    expect(errorOf(world.call(world.owner, register.address, 'add_proposal', args))).toBe('invalidArgument');
    expect(register.proposal('304')).toBeNull();
  });
});

describe('add_backer', () => {
  test('keeps the record with the token it was backed with, for each backer', () => {
    expect(errorOf(register.back('144', world.rahima, { amount: '5000000', fundedAmount: '5000000' }))).toBeNull();
    expect(errorOf(register.back('144', world.joao, { amount: '7', zeal: 'great' }))).toBeNull();
    expect(register.backing('144', world.rahima)).toEqual({
      amount: '5000000',
      fundedAmount: '5000000',
      token: BACKED_TOKEN,
    });
    expect(register.backing('144', world.joao)).toEqual({ amount: '7', token: BACKED_TOKEN, zeal: 'great' });
  });

  test('keeps the keys of the record in their order', () => {
    register.back('144', world.joao, { amount: '7', zeal: 'great', tok: '1', tokens: '2' });
    expect(Object.keys(register.backing('144', world.joao) ?? {})).toEqual([
      'amount',
      'tok',
      'token',
      'tokens',
      'zeal',
    ]);
  });

  test('replaces the record when it comes again', () => {
    register.back('144', world.rahima, { amount: '5' });
    register.back('144', world.rahima, { amount: '8' });
    expect(register.backing('144', world.rahima)).toEqual({ amount: '8', token: BACKED_TOKEN });
  });

  test('of an unknown proposal is refused', () => {
    expect(register.back('999', world.rahima, { amount: '5' }).error).toBe(
      `User error: ${CONTRACT_ERRORS.unknownProposal}`,
    );
    expect(register.backing('999', world.rahima)).toBeNull();
  });

  test('only the owner may, and not through another contract', async () => {
    expect(errorOf(register.back('166', world.rahima, { amount: '5' }, world.rahima))).toBe('notOwner');
    const between = await openGoBetween(world);
    const args = {
      proposal_id: string('166'),
      token: bytes32(BACKED_TOKEN),
      delegator: bytes32(digitsOf(world.rahima.address)),
      backer: stringMap({ amount: '5' }),
    };
    expect(errorOf(between.forward(world.owner, register.address, 'add_backer', args))).toBe('notOwner');
    expect(register.backing('166', world.rahima)).toBeNull();
  });

  test.each([undefined, '', '-5', '5.5', '5:', '1e3', '৫', '1'.repeat(19)])('an amount of %j is refused', (units) => {
    const record: Record<string, string> = units === undefined ? {} : { amount: units };
    expect(errorOf(register.back('166', world.rahima, record))).toBe('invalidRecord');
  });

  test('a record that names a token itself is refused', () => {
    expect(errorOf(register.back('166', world.rahima, { amount: '5', token: 'another' }))).toBe('invalidArgument');
  });

  test.each(['proposal_id', 'token', 'delegator', 'backer'])('without %s it is refused', (missing) => {
    const complete = {
      proposal_id: string('166'),
      token: bytes32(BACKED_TOKEN),
      delegator: bytes32(digitsOf(world.rahima.address)),
      backer: stringMap({ amount: '5' }),
    };
    const args = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== missing));
    expect(errorOf(world.call(world.owner, register.address, 'add_backer', args))).toBe('invalidArgument');
  });
});

describe('remove_backer', () => {
  test('leaves a tombstone, touches no other backer, and can be followed by a new backing', () => {
    register.back('168', world.rahima, { amount: '5' });
    register.back('168', world.joao, { amount: '6' });
    expect(errorOf(register.remove('168', world.rahima))).toBeNull();
    expect(register.backing('168', world.rahima)).toEqual({});
    expect(register.backing('168', world.joao)).toEqual({ amount: '6', token: BACKED_TOKEN });
    expect(errorOf(register.back('168', world.rahima, { amount: '9' }))).toBeNull();
    expect(register.backing('168', world.rahima)).toEqual({ amount: '9', token: BACKED_TOKEN });
  });

  test('twice, or without a backing, is refused', () => {
    register.back('168', world.rahima, { amount: '5' });
    expect(errorOf(register.remove('168', world.rahima))).toBeNull();
    expect(register.remove('168', world.rahima).error).toBe(`User error: ${CONTRACT_ERRORS.notBacked}`);
    expect(errorOf(register.remove('169', world.joao))).toBe('notBacked');
  });

  test('of an unknown proposal is refused', () => {
    expect(register.remove('999', world.rahima).error).toBe(`User error: ${CONTRACT_ERRORS.unknownProposal}`);
  });

  test('only the owner may, not the backer, and not through another contract', async () => {
    register.back('166', world.joao, { amount: '5' });
    expect(errorOf(register.remove('166', world.joao, world.joao))).toBe('notOwner');
    const between = await openGoBetween(world);
    const args = { proposal_id: string('166'), delegator: bytes32(digitsOf(world.joao.address)) };
    expect(errorOf(between.forward(world.owner, register.address, 'remove_backer', args))).toBe('notOwner');
    expect(register.backing('166', world.joao)).toEqual({ amount: '5', token: BACKED_TOKEN });
  });

  test.each(['proposal_id', 'delegator'])('without %s it is refused', (missing) => {
    const complete = { proposal_id: string('166'), delegator: bytes32(digitsOf(world.rahima.address)) };
    const args = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== missing));
    expect(errorOf(world.call(world.owner, register.address, 'remove_backer', args))).toBe('invalidArgument');
  });

  test('a half hash of the delegator is refused', () => {
    const args = { proposal_id: string('166'), delegator: { bytes: new Uint8Array(16), type: { ByteArray: 16 } } };
    expect(errorOf(world.call(world.owner, register.address, 'remove_backer', args))).toBe('invalidArgument');
  });
});

test('installing without the token of the rewards is refused', async () => {
  await expect(world.install('proposals', 'ERC20_X')).rejects.toThrow('User error: 1');
});
