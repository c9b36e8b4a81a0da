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
  const assets = readdirSync(path.join(client, 'assets'));
  const textsFolder = assets.find((file) => file.startsWith('texts-'))!;
  const sheets = new Map(
    assets
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
    let found = made.get(key);
    if (!found) {
      // Those of the frame and those of the page, in one language.
      const texts = ['main', `pages/${page}`].map((module) => `assets/${textsFolder}/${module}.${locale}.js`);
      made.set(key, (found = collectAssets(manifest, sheets, page, texts)));
    }
    return found;
  };
  return { template, assetsOf };
}

function collectAssets(
  manifest: Record<string, Chunk>,
  sheets: Map<string, string>,
  page: string,
  texts: readonly string[],
): PageAssets {
  const keys = new Set<string>();
  collect(manifest, 'index.html', keys);
  collect(manifest, `src/pages/${page}.tsx`, keys);
  const chunks = [...keys].map((key) => manifest[key]!);
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
  const scripts = chunks.filter(({ isEntry, file }) => !isEntry && file.endsWith('.js')).map(({ file }) => `/${file}`);
  return {
    css: styles.map((file) => sheets.get(file) ?? '').join(''),
    styleSheets: styles.map((file) => `/${file}`),
    scripts: [...scripts, ...texts.map((file) => `/${file}`)],
  };
}

/** A chunk and everything it imports at once; what it imports later is not followed. */
function collect(manifest: Record<string, Chunk>, key: string, keys: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || keys.has(key)) return;
  keys.add(key);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, keys);
}
