import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDevnet } from '../devnet.ts';
import { contract } from '../test/contracts.ts';
import { CHAIN_NAME, contractCall, newKey, transfer, TRANSFER_MOTES } from '../test/deploys.ts';
import { Memory } from '../test/program.ts';
import { openWorld } from '../test/world.ts';
import { DirectoryInUse } from './directory-lock.ts';
import { Journal, JournalError } from './journal.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'devnet-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

const journalFile = () => path.join(folder, 'chain.journal');

/** A chain with a contract, a call, a failed call, a transfer, and a deploy that still waits. */
async function someHistory(owner = newKey()) {
  const world = await openWorld(folder, owner);
  const memory = new Memory();
  const refuse = [{ host: 'casper_revert', args: [65_537] }] as const;
  expect(world.session(contract('door', memory, { knock: [], refuse })).error).toBeNull();
  const door = world.devnet.namedKeys(owner.publicKey.toHex()).door ?? '';
  expect(world.run(owner, contractCall(door, 'knock')).error).toBeNull();
  expect(world.run(owner, contractCall(door, 'refuse')).error).toBe('User error: 1');
  const receiver = newKey();
  expect(world.run(owner, transfer(2_500_000_000n, receiver), { motes: TRANSFER_MOTES }).error).toBeNull();
  const waiting = world.devnet.put(world.deploy(owner, contractCall(door, 'knock')));
  return { ...world, door, receiver, waiting };
}

test('after a restart the chain is the same, and goes on where it was', async () => {
  const owner = newKey();
  const before = await someHistory(owner);
  const blocks = [...before.devnet.chain.blocks];
  const entries = [...before.devnet.chain.state.entries()];
  await before.devnet.close();
  const after = await openWorld(folder, owner);
  expect(after.devnet.chain.blocks).toEqual(blocks);
  expect([...after.devnet.chain.state.entries()]).toEqual(entries);
  for (const hash of blocks.flatMap(({ deployHashes }) => deployHashes)) {
    expect(after.devnet.chain.deploy(hash)).toEqual(before.devnet.chain.deploy(hash));
  }
  expect(after.devnet.produceBlock().deployHashes).toEqual([before.waiting]);
  expect(after.devnet.execution(before.waiting)?.error).toBeNull();
  await after.devnet.close();
});

test('a last line that was cut short is dropped, at each place of the cut', async () => {
  const owner = newKey();
  const { devnet } = await someHistory(owner);
  const { length: whole } = fs.readFileSync(journalFile());
  const before = devnet.chain.tip;
  devnet.produceBlock();
  await devnet.close();
  const content = fs.readFileSync(journalFile());
  for (let cut = whole; cut < content.length; cut += 97) {
    fs.writeFileSync(journalFile(), content.subarray(0, cut));
    const again = await openWorld(folder, owner);
    expect(again.devnet.chain.tip).toEqual(before);
    expect(again.devnet.chain.waiting).toBe(1);
    // The block is made anew, behind a journal without remains.
    expect(again.devnet.produceBlock().deployHashes).toHaveLength(1);
    await again.devnet.close();
    const third = await openWorld(folder, owner);
    expect(third.devnet.chain.tip.height).toBe(before.height + 1);
    await third.devnet.close();
  }
});

test('a last line whose pages did not all reach the disk is dropped', async () => {
  const { devnet, owner } = await someHistory();
  const { length: whole } = fs.readFileSync(journalFile());
  const { height } = devnet.chain.tip;
  devnet.produceBlock();
  await devnet.close();
  const content = fs.readFileSync(journalFile());
  fs.writeFileSync(journalFile(), content.fill(0, whole + 10, whole + 60));
  const again = await openWorld(folder, owner);
  expect(again.devnet.chain.tip.height).toBe(height);
  await again.devnet.close();
});

test('damage in the middle is told, and no record is thrown away', async () => {
  const { devnet, owner } = await someHistory();
  await devnet.close();
  const content = fs.readFileSync(journalFile());
  const middle = Math.floor(content.length / 2);
  content[middle] = (content[middle] ?? 0) ^ 1;
  fs.writeFileSync(journalFile(), content);
  await expect(openWorld(folder, owner)).rejects.toThrow(JournalError);
  expect(fs.readFileSync(journalFile()).equals(content)).toBe(true);
});

test('a block whose hash has changed is told', async () => {
  const { devnet, owner } = await someHistory();
  await devnet.close();
  const { journal, records } = Journal.open(journalFile());
  journal.close();
  fs.rmSync(journalFile());
  const rewritten = Journal.open(journalFile()).journal;
  const forged = structuredClone(records) as any[];
  const lastBlock = forged.findLast(({ kind }) => kind === 'block');
  lastBlock.block.results[0].effects[0][1].bytes = '0101';
  for (const record of forged) rewritten.append(record);
  rewritten.close();
  await expect(openWorld(folder, owner)).rejects.toThrow('block 4 does not have the hash it had');
});

test('a folder with a chain of another name is refused', async () => {
  const { devnet } = await someHistory();
  await devnet.close();
  const other = { dataDir: folder, chainName: 'casper-other', genesis: [], blockTimeMs: 'manual' } as const;
  await expect(openDevnet(other)).rejects.toThrow(`the stored chain is named ${CHAIN_NAME}, not casper-other`);
  // The refusal gave the folder back.
  await (await openDevnet({ ...other, chainName: CHAIN_NAME })).close();
});

test('a record that cannot be written is not kept, and the next one is', () => {
  const { journal } = Journal.open(journalFile());
  journal.append({ first: 1 });
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => journal.append(circle)).toThrow(TypeError);
  journal.append({ second: 2 });
  journal.close();
  const again = Journal.open(journalFile());
  expect(again.records).toEqual([{ first: 1 }, { second: 2 }]);
  again.journal.close();
});

test('remains that are longer than the next record do not come back', () => {
  Journal.open(journalFile()).journal.close();
  fs.appendFileSync(journalFile(), 'x'.repeat(10_000));
  const { journal } = Journal.open(journalFile());
  journal.append({ first: 1 });
  journal.close();
  const again = Journal.open(journalFile());
  expect(again.records).toEqual([{ first: 1 }]);
  again.journal.close();
  expect(fs.statSync(journalFile()).size).toBeLessThan(100);
});

test('a changed digit is noticed, though the line is still JSON', () => {
  const { journal } = Journal.open(journalFile());
  journal.append({ motes: 100 });
  journal.append({ motes: 200 });
  journal.close();
  const content = fs.readFileSync(journalFile(), 'utf8');
  fs.writeFileSync(journalFile(), content.replace('"motes":200', '"motes":900'));
  const again = Journal.open(journalFile());
  expect(again.records).toEqual([{ motes: 100 }]);
  again.journal.close();
  fs.writeFileSync(journalFile(), content.replace('"motes":100', '"motes":900'));
  expect(() => Journal.open(journalFile())).toThrow(JournalError);
});

test('a record is on the disk before it is acknowledged, with one fsync for each', () => {
  const written = vi.spyOn(fs, 'writeSync');
  const synced = vi.spyOn(fs, 'fsyncSync');
  const { journal } = Journal.open(journalFile());
  journal.append({ first: 1 });
  journal.append({ second: 2 });
  journal.close();
  expect(synced).toHaveBeenCalledTimes(2);
  const order = (spy: { mock: { invocationCallOrder: number[] } }, index: number) =>
    spy.mock.invocationCallOrder[index];
  expect(order(written, 0)).toBeLessThan(order(synced, 0) ?? 0);
  expect(order(synced, 0)).toBeLessThan(order(written, 1) ?? 0);
  vi.restoreAllMocks();
});

describe('a second process', () => {
  const script = fileURLToPath(new URL('../test/endless-blocks.ts', import.meta.url));

  test('it cannot open the folder while the folder is open here', async () => {
    const { devnet, owner } = await openWorld(folder);
    await expect(openWorld(folder, owner)).rejects.toThrow(DirectoryInUse);
    const child = spawn(process.execPath, [script, folder, owner.toPem()], { stdio: ['ignore', 'ignore', 'pipe'] });
    const complaint: string[] = [];
    for await (const line of createInterface(child.stderr)) complaint.push(line);
    expect(complaint.join('\n')).toContain('another process runs the chain');
    await devnet.close();
    await (await openWorld(folder, owner)).devnet.close();
  });
});
