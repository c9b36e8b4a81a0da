import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Chunk = { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] };

/** What a page needs before it can start: the style to inline and the scripts to fetch early. */
export type PageAssets = { css: string; styleSheets: string[]; scripts: string[] };

/** The browser bundle as the web build left it in `<distDir>/client`. */
export type WebBuild = { template: string; assetsOf: (page: string | undefined, locale: string) => PageAssets };

/** Shown where no page lives. */
const NOT_FOUND = 'not-found-page';

export function readWebBuild(distDir: string): WebBuild {
  const client = path.join(distDir, 'client');
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const sheets = new Map(
    readdirSync(path.join(client, 'assets'))
      .filter((file) => file.endsWith('.css'))
      .map((file) => [`assets/${file}`, readFileSync(path.join(client, 'assets', file), 'utf8').trim()]),
  );
  const template = readFileSync(path.join(client, 'index.html'), 'utf8').replaceAll(
    /<link rel="stylesheet"[^>]*>/g,
    '',
  );
  const made = new Map<string, PageAssets>();
  const assetsOf = (page = NOT_FOUND, locale: string) => {
    const key = `${page}/${locale}`;
    let assets = made.get(key);
    if (!assets) made.set(key, (assets = collectAssets(manifest, sheets, page, locale)));
    return assets;
  };
  return { template, assetsOf };
}

function collectAssets(
  manifest: Record<string, Chunk>,
  sheets: Map<string, string>,
  page: string,
  locale: string,
): PageAssets {
  const keys = new Set<string>();
  collect(manifest, 'index.html', keys);
  collect(manifest, `src/pages/${page}.tsx`, keys);
  // Texts come in chunks of their own: those of the frame and those of the page, in one language.
  const texts = ['main.tsx', `pages/${page}.tsx`].map((module) => `virtual:texts/${module}/${locale}`);
  for (const key of Object.keys(manifest)) {
    if (texts.some((name) => key.endsWith(name))) collect(manifest, key, keys);
  }
  const chunks = [...keys].map((key) => manifest[key]!);
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
  return {
    css: styles.map((file) => sheets.get(file) ?? '').join(''),
    styleSheets: styles.map((file) => `/${file}`),
    scripts: chunks.filter((chunk) => !chunk.isEntry && chunk.file.endsWith('.js')).map((chunk) => `/${chunk.file}`),
  };
}

/** A chunk and everything it imports at once; what it imports later is not followed. */
function collect(manifest: Record<string, Chunk>, key: string, keys: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || keys.has(key)) return;
  keys.add(key);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, keys);
}
