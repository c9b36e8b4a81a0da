import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Chunk, keyOf, type Manifest } from './web-manifest.ts';

/** What a page needs: the style to inline, the scripts that it starts with, and those that it asks for then. */
export type PageAssets = { css: string; styleSheets: string[]; scripts: string[]; laterScripts: string[] };

/** The browser bundle as the web build left it in `<distDir>/client`. */
export type WebBuild = {
  template: string;
  assetsOf: (page: string | undefined, parts: readonly string[], locale: string) => PageAssets;
};

/** Shown where no page lives. */
const NOT_FOUND = 'not-found-page';

export function readWebBuild(distDir: string): WebBuild {
  const client = path.join(distDir, 'client');
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
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
  const assetsOf = (page = NOT_FOUND, parts: readonly string[], locale: string) => {
    const key = [page, ...parts, locale].join(' ');
    let found = made.get(key);
    if (!found) {
      const textsOf = (module: string) => `/assets/${textsFolder}/${module}.${locale}.js`;
      const first = chunksOf(manifest, ['index.html', `src/pages/${page}.tsx`]);
      const all = chunksOf(
        manifest,
        parts.map((part) => keyOf(manifest, part)),
        first,
      );
      const styles = [...new Set([...all].flatMap((chunk) => chunk.css ?? []))];
      found = {
        css: styles.map((file) => sheets.get(file) ?? '').join(''),
        styleSheets: styles.map((file) => `/${file}`),
        // Texts are those of the frame and those of the page, in one language.
        scripts: [...scriptsOf(first), ...['main', `pages/${page}`].map(textsOf)],
        laterScripts: [...scriptsOf(all.difference(first)), ...parts.map(textsOf)],
      };
      made.set(key, found);
    }
    return found;
  };
  return { template, assetsOf };
}

function scriptsOf(chunks: ReadonlySet<Chunk>): string[] {
  return [...chunks].flatMap(({ isEntry, file }) => (!isEntry && file.endsWith('.js') ? [`/${file}`] : []));
}

/** `known`, and these chunks with everything they import at once; what is imported later is not followed. */
function chunksOf(manifest: Manifest, keys: readonly string[], known?: ReadonlySet<Chunk>): Set<Chunk> {
  const chunks = new Set(known);
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports?.forEach(collect);
  };
  keys.forEach(collect);
  return chunks;
}
