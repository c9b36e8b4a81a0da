import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { scriptTargets } from '../apps/web/browser-floor.ts';
import { keyOf, type Manifest } from '../apps/server/src/rendering/web-manifest.ts';

/**
 * The parts that work without a network: Home, the page of a proposal with its dialogs, My money, the notifications, how to pay,
 * and the frame around every page.
 */
const ROOTS = [
  'pages/home/home-page.tsx',
  'pages/proposal/proposal-page.tsx',
  'pages/pay-in/how-to-pay-page.tsx',
  'pages/portfolio/portfolio-page.tsx',
  'pages/notifications/notifications-page.tsx',
  'pages/not-found/not-found-page.tsx',
];

/**
 * Builds `/service-worker.js` into the finished browser bundle. It knows the build by `id`, so that each build brings a
 * new one, and the files that the pages that work without a network need.
 */
export async function buildServiceWorker(web: string, id: string): Promise<void> {
  const client = path.join(web, 'dist/client');
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const keys = new Set<string>();
  for (const root of ROOTS) visit(manifest, keyOf(manifest, root), keys);
  const chunks = [...keys].map((key) => manifest[key]!);
  const files = new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]).map((file) => `/${file}`));
  await build({
    configFile: false,
    root: web,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify({ id, files: [...files] }) },
    build: {
      target: scriptTargets(),
      outDir: client,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(web, 'src/service-worker.ts'),
        output: { entryFileNames: 'service-worker.js', format: 'iife' },
      },
    },
  });
}

/**
 * A chunk, its imports, and its later imports; from one page to the next only when that page is a root itself. Of the texts those of
 * paying in and of help mode: the shell names the others.
 */
function visit(manifest: Manifest, key: string, keys: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || keys.has(key)) return;
  keys.add(key);
  for (const next of chunk.imports ?? []) visit(manifest, next, keys);
  for (const next of chunk.dynamicImports ?? []) {
    if (!/-page\.tsx$|catalogue\/(people|staff)/.test(next)) visit(manifest, next, keys);
  }
}
