import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Node strips types from no file under node_modules, so a run from the sources proves nothing about a package.
const SOURCES = path.resolve(import.meta.dirname, '..');
const project = fs.mkdtempSync(path.join(os.tmpdir(), 'devnet-package-'));
const installed = path.join(project, 'node_modules/@sathi/devnet');
const manifest = JSON.parse(fs.readFileSync(path.join(SOURCES, 'package.json'), 'utf8')) as {
  files: string[];
  scripts: { prepack: string };
};

beforeAll(() => {
  fs.mkdirSync(installed, { recursive: true });
  fs.copyFileSync(path.join(SOURCES, 'package.json'), path.join(installed, 'package.json'));
  for (const name of manifest.files.filter((each) => each !== 'dist')) {
    fs.cpSync(path.join(SOURCES, name), path.join(installed, name), { recursive: true });
  }
  const require = createRequire(import.meta.url);
  const compiler = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const [, ...args] = manifest.scripts.prepack.split(' ');
  execFileSync(process.execPath, [compiler, ...args, '--outDir', path.join(installed, 'dist')], { cwd: SOURCES });
  const hashes = path.dirname(path.dirname(require.resolve('@noble/hashes/blake2.js')));
  fs.symlinkSync(hashes, path.join(project, 'node_modules/@noble'), 'dir');
}, 60_000);
afterAll(() => fs.rmSync(project, { recursive: true, force: true }));

test('installed from a package, the command runs', () => {
  const help = execFileSync(process.execPath, [path.join(installed, 'bin/casper-devnet.js'), '--help']);
  expect(String(help)).toContain('--block-time');
});

test('installed from a package, it can be embedded', () => {
  const program = path.join(project, 'program.mjs');
  fs.writeFileSync(
    program,
    `import { openDevnet } from '@sathi/devnet/devnet.js';
     const devnet = await openDevnet({ dataDir: null, chainName: 'mine', genesis: [], blockTimeMs: 'manual' });
     console.log(devnet.produceBlock().height);`,
  );
  expect(String(execFileSync(process.execPath, [program]))).toBe('1\n');
});

test('the package contains no test', () => {
  const names = fs.readdirSync(path.join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /(^|[\\/])test([\\/]|$)|\.test\./.test(name))).toEqual([]);
});
