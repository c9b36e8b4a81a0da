import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { filesIn, hashOf } from './hash-of.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const WEB = path.join(ROOT, 'apps/web');
const DIST = path.join(WEB, 'dist');
const STAMP = path.join(DIST, 'sources.sha256');

/** The files that the result depends on. */
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/catalogue-plugin.ts',
  'apps/web/browser-floor.ts',
  'packages/domain/src',
  'packages/contract/src',
  'packages/texts',
  'package.json',
  'package-lock.json',
  'scripts/build-web.ts',
  'scripts/hash-of.ts',
  'scripts/service-worker.ts',
];
const COMPRESSIBLE = /\.(js|css|svg|txt|json|webmanifest)$/;

const hash = hashOf(SOURCES);
if (process.argv.includes('--if-changed') && isBuilt(hash)) {
  console.log('The web app is up to date.');
} else {
  await buildWeb(hash);
}

/** Both bundles, the service worker, the compressed twins, and last the stamp: a build that was cut short is never taken for a whole one. */
async function buildWeb(sources: string): Promise<void> {
  const startedAt = performance.now();
  // Imported here, because the bundler takes long to load and most starts find the web app built.
  const { build } = await import('vite');
  const { buildServiceWorker } = await import('./service-worker.ts');
  rmSync(STAMP, { force: true });
  // The server may run for development; a browser always gets React's small build.
  process.env['NODE_ENV'] = 'production';
  const config = { configFile: path.join(WEB, 'vite.config.ts'), logLevel: 'warn' } as const;
  await build(config);
  await build({ ...config, build: { ssr: 'src/entry-server.tsx' } });
  await buildServiceWorker(WEB, sources.slice(0, 12));
  compress(path.join(DIST, 'client'));
  writeFileSync(STAMP, sources);
  console.log(`The web app is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
}

function isBuilt(sources: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
}

/** Writes `<file>.br` beside every text file, so that the server never compresses while answering. */
function compress(folder: string): void {
  for (const file of filesIn(folder)) {
    if (!COMPRESSIBLE.test(file) || file.includes('.vite')) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
  }
}
