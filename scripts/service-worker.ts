import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { keyOf, type Manifest } from '../apps/server/src/pages/web-manifest.ts';

/** What works without a network: Home, the page of a proposal with its dialogs, and what surrounds every page. */
const ROOTS = ['pages/home-page', 'pages/proposal-page', 'pages/not-found-page', 'chrome/notices', 'chrome/account'];

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
  const textsFolder = readdirSync(path.join(client, 'assets')).find((file) => file.startsWith('texts-'))!;
  const withTexts = new Set(
    readdirSync(path.join(client, 'assets', textsFolder), { recursive: true })
      .map((file) => String(file).replaceAll(path.sep, '/'))
      .flatMap((file) => (file.endsWith('.en.js') ? [file.slice(0, -'.en.js'.length)] : [])),
  );
  const code = chunks.map(({ file }) => (file.endsWith('.js') ? readFileSync(path.join(client, file), 'utf8') : ''));
  const texts = [...withTexts].filter((name) => isAskedFor(name, code.join('\n')));
  await build({
    configFile: false,
    root: web,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify({ id, files: [...files], textsFolder: `assets/${textsFolder}`, texts }) },
    build: {
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

/** A part asks for its texts by its name, wherever the bundler has put it. Every page is named in the frame. */
function isAskedFor(name: string, code: string): boolean {
  const isOtherPage = name.endsWith('-page') && !ROOTS.includes(name);
  return !isOtherPage && ['`', "'", '"'].some((quote) => code.includes(`${quote}${name}${quote}`));
}

/** A chunk, what it imports, and what it imports later; from one page to the next only when it is a root itself. */
function visit(manifest: Manifest, key: string, keys: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || keys.has(key)) return;
  keys.add(key);
  for (const next of chunk.imports ?? []) visit(manifest, next, keys);
  for (const next of chunk.name === 'frame' ? [] : (chunk.dynamicImports ?? [])) {
    if (!/^src\/pages\/.*-page\.tsx$/.test(next)) visit(manifest, next, keys);
  }
}
