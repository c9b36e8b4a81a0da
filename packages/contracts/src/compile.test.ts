import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileContract, sourcesHash } from './compile.ts';
import { CONTRACT_ERRORS, contractErrorOf } from './contract-errors.ts';

describe('building', () => {
  test('sources that do not compile are told with their place', async () => {
    await expect(compileContract('test/mistaken')).rejects.toThrow(
      /Cannot find name 'nowhere'[\s\S]*test\/mistaken\.ts\(3,3\)/,
    );
  });

  test('a module that a node would refuse is no contract, though it compiles', async () => {
    await expect(compileContract('test/refused')).rejects.toThrow(
      /test\/refused has a start section\ntest\/refused uses a float/,
    );
  });

  test('the same sources are known by the same name', () => {
    expect(sourcesHash()).toMatch(/^[0-9a-f]{64}$/);
    expect(sourcesHash()).toBe(sourcesHash());
  });
});

describe('errors', () => {
  test('have the numbers that the contracts fail with', () => {
    const source = readFileSync(path.resolve(import.meta.dirname, '../assembly/errors.ts'), 'utf8');
    const inContracts = [...source.matchAll(/^export const (\w+): u32 = (\d+);/gm)].map(([, name = '', number]) => [
      name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      Number(number),
    ]);
    expect(Object.fromEntries(inContracts)).toEqual(CONTRACT_ERRORS);
  });

  test("are read from the node's answer", () => {
    expect(contractErrorOf('User error: 7')).toBe('notBacked');
    expect(contractErrorOf('User error: 60001')).toBe('insufficientBalance');
    for (const message of ['User error: 65534', 'Out of gas error', 'User error: ', '7', '']) {
      expect(contractErrorOf(message)).toBeNull();
    }
  });
});
