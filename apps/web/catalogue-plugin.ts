import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { FRAME, SOURCES_DIR, textsNeededBy } from './texts-needed.ts';

const WHOLE = 'virtual:catalogue/';
const PART = 'virtual:texts/';
const LOCALES_DIR = path.join(SOURCES_DIR, 'locales');
const LOCALES = ['en', 'be', 'ar'];

type Catalogue = Record<string, unknown>;

/**
 * Serves the texts of `locales/`, compiled:
 * - `virtual:catalogue/<locale>`: all of them, for the server and the tests;
 * - `virtual:texts/<module>/<locale>`: those that a module under `src/` and what it imports at once name, and the frame
 *   does not bring anyway;
 * - `virtual:texts/<module>`: for each language the function that loads them.
 *
 * Malformed ICU and a key owned by two areas stop the build.
 */
export function catalogues(): Plugin {
  return {
    name: 'sathi-catalogues',
    resolveId: (id) => (id.startsWith(WHOLE) || id.startsWith(PART) ? `\0${id}` : undefined),
    load(id, options) {
      if (!id.startsWith(`\0${WHOLE}`) && !id.startsWith(`\0${PART}`)) return undefined;
      const locale = id.slice(id.lastIndexOf('/') + 1);
      // The server has every text from the start and loads none.
      if (!LOCALES.includes(locale)) return options?.ssr ? 'export default {}' : loadersOf(id.slice(1));
      for (const file of filesOf(locale)) this.addWatchFile(file);
      const catalogue = compileCatalogue(locale);
      if (id.startsWith(`\0${WHOLE}`)) return moduleOf(catalogue);
      const { keys, files } = textsOf(id.slice(PART.length + 1, -locale.length - 1), catalogue);
      for (const file of files) this.addWatchFile(file);
      return moduleOf(Object.fromEntries(Object.entries(catalogue).filter(([key]) => keys.has(key))));
    },
  };
}

function loadersOf(id: string): string {
  return `export default { ${LOCALES.map((locale) => `${locale}: () => import('${id}/${locale}')`).join(', ')} }`;
}

/** JSON.parse of a string is read faster than an object literal of this size. */
function moduleOf(catalogue: Catalogue): string {
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue))})`;
}

function textsOf(module: string, catalogue: Catalogue): { keys: Set<string>; files: string[] } {
  const isKey = (text: string) => text in catalogue;
  const needed = textsNeededBy(module, isKey);
  if (module === FRAME) return needed;
  const frame = textsNeededBy(FRAME, isKey);
  return { keys: needed.keys.difference(frame.keys), files: [...needed.files, ...frame.files] };
}

function filesOf(locale: string): string[] {
  return readdirSync(LOCALES_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(LOCALES_DIR, entry.name, `${locale}.json`));
}

function compileCatalogue(locale: string): Catalogue {
  const compiled: Catalogue = {};
  for (const file of filesOf(locale)) {
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    for (const [key, message] of Object.entries(texts)) {
      if (key in compiled) throw new Error(`${file}: the key ${key} already belongs to another area`);
      compiled[key] = compileText(file, key, message);
    }
  }
  return compiled;
}

function compileText(file: string, key: string, message: string): unknown {
  try {
    return compileMessageOrThrow(message);
  } catch (cause) {
    throw new Error(`${file}: ${key} is not valid ICU`, { cause });
  }
}
