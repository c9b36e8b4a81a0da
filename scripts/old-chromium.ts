import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const CACHE = path.resolve(import.meta.dirname, '../.browsers');

/** Builds for Linux on x64, which others keep as packages; `integrity` is the hash that the registry gave on the first day. */
const OLD = {
  92: {
    packed: 'chrome-aws-lambda@10.1.0',
    integrity: 'sha512-NZQVf+J4kqG4sVhRm3WNmOfzY0OtTSm+S8rg77pwePa9RCYHzhnzRs8YvNI6L9tALIW6RpmefWiPURt3vURXcw==',
  },
  109: {
    packed: '@sparticuz/chromium@109.0.6',
    integrity: 'sha512-9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
  },
} as const;
export type OldVersion = keyof typeof OLD;

export const oldChromium = (version: OldVersion) => path.join(CACHE, `chromium-${version}`);

/** Far more than an empty page takes. */
const EMPTY_PAGE_MS = 20_000;

/** The browser has been fetched and starts here; one that hangs on a busy machine is there all the same. */
export function runsOldChromium(version: OldVersion): boolean {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'about:blank'];
  const { status, signal } = spawnSync(oldChromium(version), args, { stdio: 'ignore', timeout: EMPTY_PAGE_MS });
  return status === 0 || signal === 'SIGTERM';
}

if (import.meta.main) {
  for (const version of [92, 109] as const) fetchOld(version);
}

/**
 * Fetches one version. Without the registry the browser is left out, and the last lines of a run say so; a package with
 * another hash is an error.
 */
function fetchOld(version: OldVersion): void {
  if (existsSync(oldChromium(version))) return console.log(`Chromium ${version} is there.`);
  const { packed, integrity } = OLD[version];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-chromium-'));
  try {
    const said = spawnSync('npm', ['pack', packed, '--silent'], { cwd: folder, encoding: 'utf8' });
    if (said.status !== 0) return console.log(`Chromium ${version} was not fetched: ${said.stderr.trim()}`);
    const file = path.join(folder, said.stdout.trim());
    if (integrityOf(file) !== integrity) throw new Error(`${packed} is not the package it was.`);
    execFileSync('tar', ['-xzf', file, '-C', folder, 'package/bin/chromium.br']);
    keep(version, brotliDecompressSync(readFileSync(path.join(folder, 'package/bin/chromium.br'))));
    console.log(`Chromium ${version} is fetched.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function integrityOf(file: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
}

/** Stores the program under its name only when it is whole: a run that was cut short left no browser. */
function keep(version: OldVersion, program: Buffer): void {
  mkdirSync(CACHE, { recursive: true });
  const part = `${oldChromium(version)}.part`;
  writeFileSync(part, program);
  chmodSync(part, 0o755);
  renameSync(part, oldChromium(version));
}
