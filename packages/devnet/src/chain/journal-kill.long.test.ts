import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newKey } from '../test/deploys.ts';
import { openWorld } from '../test/world.ts';

const script = fileURLToPath(new URL('../test/endless-blocks.ts', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'devnet-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

/** Starts a process that makes blocks and kills it as hard as possible once it has said so many lines. */
async function killedAfter(lines: number, pem: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [script, folder, pem], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  }
  return said;
}

test('a process that is killed loses no acknowledged record of its chain', async () => {
  const owner = newKey();
  for (const lines of [1, 6, 11]) {
    const said = await killedAfter(lines, owner.toPem());
    expect(said.length).toBeGreaterThanOrEqual(lines);
    const { devnet } = await openWorld(folder, owner);
    for (const line of said) {
      const [kind, first = '', root] = line.split(' ');
      if (kind === 'deploy') expect(devnet.chain.deploy(first)).toBeDefined();
      else expect(devnet.chain.blocks[Number(first)]?.stateRoot).toBe(root);
    }
    devnet.produceBlock();
    const executed = devnet.chain.blocks.flatMap(({ deployHashes }) => deployHashes);
    expect(new Set(executed).size).toBe(executed.length);
    await devnet.close();
  }
});
