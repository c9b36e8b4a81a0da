import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Chunk, keyOf, type Manifest } from '../apps/server/src/rendering/web-manifest.ts';
import { heldRatios } from './memory.ts';

/**
 * Compares the sizes of the built web app as the network carries them (brotli) with the budgets for a slow phone, and, without
 * `--sizes`, start and memory of the server with those of a bare PGlite and a bare Fastify. Exits 1 above a budget. The HTML of
 * the pages the server draws is made here from the bundle, without data.
 */
const DIST = path.resolve(import.meta.dirname, '../apps/web/dist');
const KILOBYTE = 1024;
const BUDGET = {
  script: 110 * KILOBYTE,
  texts: 25 * KILOBYTE,
  style: 8 * KILOBYTE,
  chunk: 35 * KILOBYTE,
  html: 12 * KILOBYTE,
};
const LOCALES = ['en', 'be', 'ar'] as const;

type Finding = { what: string; bytes: number; budget: number };

if (!existsSync(path.join(DIST, 'client/.vite/manifest.json'))) {
  console.error('The web app is not built: npm run build');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(path.join(DIST, 'client/.vite/manifest.json'), 'utf8')) as Manifest;
const pages = Object.keys(manifest).filter((key) => /^src\/pages\/.*-page\.tsx$/.test(key) && !key.includes('dev-ui'));

const findings = [...pages.flatMap(firstLoad), ...catalogues(), ...lazyChunks(), ...(await documents())];
for (const { what, bytes, budget } of findings) {
  const mark = bytes > budget ? 'OVER' : 'ok  ';
  console.log(`${mark} ${(bytes / KILOBYTE).toFixed(1).padStart(6)} of ${budget / KILOBYTE} KB  ${what}`);
}
const ratios = process.argv.includes('--sizes') ? [] : await heldRatios();
for (const { what, ratio, bound } of ratios) {
  console.log(`${ratio > bound ? 'OVER' : 'ok  '} ${ratio.toFixed(2).padStart(6)} of ${bound.toFixed(2)}  ${what}`);
}
const isOver = findings.some(({ bytes, budget }) => bytes > budget) || ratios.some(({ ratio, bound }) => ratio > bound);
process.exitCode = isOver ? 1 : 0;

/** The entry and the page, each with what it imports at once. Texts come beside them, once for all pages. */
function firstLoad(page: string): Finding[] {
  const base = closure(['index.html', page]);
  const name = path.basename(page, '.tsx');
  const scripts = sum(base, (chunk) => [chunk.file]);
  const styles = [...new Set([...base].flatMap((key) => manifest[key]?.css ?? []))];
  const style = styles.map((file) => readFileSync(path.join(DIST, 'client', file), 'utf8')).join('');
  return [
    { what: `${name}: scripts of the first load`, bytes: scripts, budget: BUDGET.script },
    { what: `${name}: inlined style`, bytes: brotliCompressSync(style).length, budget: BUDGET.style },
  ];
}

function catalogues(): Finding[] {
  return ['people', 'help', 'money', 'staff'].flatMap((name) =>
    LOCALES.map((locale) => {
      const { file } = manifest[keyOf(manifest, `catalogue/${name}.${locale}`)]!;
      return { what: `texts ${name}.${locale}`, bytes: brotliSize(file), budget: BUDGET.texts };
    }),
  );
}

function lazyChunks(): Finding[] {
  const keys = new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports));
  return [...keys]
    .filter((key) => key.startsWith('src/'))
    .map((key) => ({
      what: `chunk ${key}`,
      bytes: brotliSize(manifest[key]?.file ?? key),
      budget: BUDGET.chunk,
    }));
}

async function documents(): Promise<Finding[]> {
  const { planPage, renderPage } = (await import(path.join(DIST, 'server/entry-server.js'))) as {
    planPage: (path: string, search: string) => { page: string | undefined };
    renderPage: (input: object) => Promise<{ html: string }>;
  };
  const template = readFileSync(path.join(DIST, 'client/index.html'), 'utf8');
  const addresses = ['/', '/App/Register', '/App/Login', '/App/proposal', '/App/Home', '/nowhere'];
  return Promise.all(
    addresses.flatMap((address) =>
      LOCALES.map(async (locale) => {
        const plan = planPage(address, '');
        const input = {
          path: address,
          search: '',
          locale,
          digits: 'latin',
          plan,
          data: {},
          isFrameOnly: false,
          savesData: false,
        };
        const { html } = await renderPage(input);
        const keys = closure(['index.html', `src/pages/${plan.page ?? 'not-found/not-found-page'}.tsx`]);
        const styles = [...new Set([...keys].flatMap((key) => manifest[key]?.css ?? []))];
        const css = styles.map((file) => readFileSync(path.join(DIST, 'client', file), 'utf8')).join('');
        const bytes = brotliCompressSync(template + css + html).length;
        return { what: `document ${address} in ${locale}`, bytes, budget: BUDGET.html };
      }),
    ),
  );
}

function closure(roots: readonly string[], keys = new Set<string>()): Set<string> {
  for (const root of roots) {
    if (keys.has(root)) continue;
    keys.add(root);
    closure(manifest[root]?.imports ?? [], keys);
  }
  return keys;
}

function sum(keys: Set<string>, filesOf: (chunk: Chunk) => readonly string[]): number {
  const files = new Set([...keys].flatMap((key) => (manifest[key] ? filesOf(manifest[key]) : [])));
  return [...files].reduce((total, file) => total + brotliSize(file), 0);
}

/** The build has put the compressed twin beside each file, which the server sends. */
function brotliSize(file: string): number {
  return statSync(path.join(DIST, 'client', `${file}.br`)).size;
}
