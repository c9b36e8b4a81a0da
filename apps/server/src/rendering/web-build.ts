import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Chunk, keyOf, type Manifest } from './web-manifest.ts';

/** The style to inline and the scripts and texts that a page starts with. */
export type PageAssets = { css: string; styleSheets: string[]; scripts: string[] };

/** The browser bundle as the web build left it in `<distDir>/client`. */
export type WebBuild = {
  template: string;
  /** The script that asks for what a page shows first. */
  askEarly: string;
  /** `parts` are further files of `src` that the page draws at once. */
  assetsOf: (
    page: string | undefined,
    parts: readonly string[],
    catalogues: readonly string[],
    locale: string,
  ) => PageAssets;
};

/** The page that is shown at an address without one. */
const NOT_FOUND = 'not-found-page';

export function readWebBuild(distDir: string): WebBuild {
  const client = path.join(distDir, 'client');
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const assets = readdirSync(path.join(client, 'assets'));
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
  const assetsOf = (page = NOT_FOUND, parts: readonly string[], catalogues: readonly string[], locale: string) => {
    const key = [page, ...parts, ...catalogues, locale].join(' ');
    let found = made.get(key);
    if (!found) {
      const texts = catalogues.map((name) => keyOf(manifest, `catalogue/${name}.${locale}`));
      const chunks = chunksOf(manifest, [
        'index.html',
        ...[`pages/${page}.tsx`, ...parts].map((file) => `src/${file}`),
        ...texts,
      ]);
      const styles = [...new Set([...chunks].flatMap((chunk) => chunk.css ?? []))];
      found = {
        css: styles.map((file) => sheets.get(file) ?? '').join(''),
        styleSheets: styles.map((file) => `/${file}`),
        scripts: scriptsOf(client, chunks),
      };
      made.set(key, found);
    }
    return found;
  };
  return { template, askEarly: `/${manifest['src/ask-early.ts']!.file}`, assetsOf };
}

/**
 * The scripts of these chunks, the largest first: a browser opens six connections at most to a server without HTTP/2,
 * and small files find their place beside the large ones, which would come last after them.
 */
function scriptsOf(client: string, chunks: ReadonlySet<Chunk>): string[] {
  const size = (file: string) => statSync(path.join(client, file)).size;
  const files = [...chunks].map(({ file }) => file).filter((file) => file.endsWith('.js'));
  return files.toSorted((one, other) => size(other) - size(one)).map((file) => `/${file}`);
}

/** These chunks with everything they import at once; what is imported later is not followed. */
function chunksOf(manifest: Manifest, keys: readonly string[]): Set<Chunk> {
  const chunks = new Set<Chunk>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports?.forEach(collect);
  };
  keys.forEach(collect);
  return chunks;
}
