import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { FRAME, SOURCES_DIR, textsNeededBy } from './texts-needed.ts';

const WHOLE = 'virtual:catalogue/';
const PART = 'virtual:texts/';
const LOADER = 'virtual:texts-loader';
const LOADER_CODE = `
export const textsOf = (module) => (locale) => import(/* @vite-ignore */ '/FOLDER/' + module + '.' + locale + '.js');
`;
const LOCALES_DIR = path.join(SOURCES_DIR, 'locales');
const LOCALES = ['en', 'be', 'ar'];

type Catalogue = Record<string, unknown>;

/**
 * Serves the texts of `locales/`, compiled:
 * - `virtual:catalogue/<locale>`: all of them, for the server and the tests;
 * - `virtual:texts/<module>/<locale>`: those that a module under `src/` and what it imports at once name, and the frame
 *   does not bring anyway;
 * - `virtual:texts/<module>`: the function that loads those of one language.
 *
 * In the browser's build the texts of a part are a file under a name that can be worked out, with one hash for all:
 * dozens of names with a hash each were the largest part of the route table.
 *
 * Malformed ICU and a key owned by two areas stop the build.
 */
export function catalogues(): Plugin {
  let isBrowserBuild = false;
  const compiled = new Map<string, Catalogue>();
  const catalogueOf = (locale: string) => {
    if (!isBrowserBuild) return compileCatalogue(locale);
    if (!compiled.has(locale)) compiled.set(locale, compileCatalogue(locale));
    return compiled.get(locale)!;
  };
  return {
    name: 'sathi-catalogues',
    configResolved: ({ command, build }) => {
      isBrowserBuild = command === 'build' && !build.ssr;
    },
    resolveId: (id) => (id.startsWith(WHOLE) || id.startsWith(PART) || id === LOADER ? `\0${id}` : undefined),
    load(id, options) {
      if (id === `\0${LOADER}`) return LOADER_CODE.replace('FOLDER', folderOfTexts());
      if (!id.startsWith(`\0${WHOLE}`) && !id.startsWith(`\0${PART}`)) return undefined;
      const locale = id.slice(id.lastIndexOf('/') + 1);
      // The server has every text from the start and loads none.
      if (!LOCALES.includes(locale)) {
        if (options?.ssr) return 'export default {}';
        if (!isBrowserBuild) return loadersOf(id.slice(1));
        const module = id.slice(PART.length + 1);
        for (const each of LOCALES) {
          this.emitFile({
            type: 'asset',
            fileName: `${folderOfTexts()}/${nameOf(module)}.${each}.js`,
            source: moduleOf(textsOf(module, catalogueOf(each)).texts),
          });
        }
        return `import { textsOf } from '${LOADER}'; export default textsOf('${nameOf(module)}')`;
      }
      for (const file of filesOf(locale)) this.addWatchFile(file);
      const catalogue = catalogueOf(locale);
      if (id.startsWith(`\0${WHOLE}`)) return moduleOf(catalogue);
      const { texts, files } = textsOf(id.slice(PART.length + 1, -locale.length - 1), catalogue);
      for (const file of files) this.addWatchFile(file);
      return moduleOf(texts);
    },
  };
}

function loadersOf(id: string): string {
  const loaders = LOCALES.map((locale) => `${locale}: () => import('${id}/${locale}')`).join(', ');
  return `const loaders = { ${loaders} }; export default (locale) => loaders[locale]()`;
}

function nameOf(module: string): string {
  return module.replace(/\.tsx?$/, '');
}

let folder: string | undefined;

/** What a part needs follows from texts and sources, so the hash is of both. */
function folderOfTexts(): string {
  if (folder !== undefined) return folder;
  const hash = createHash('sha256');
  for (const entry of readdirSync(SOURCES_DIR, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(readFileSync(path.join(entry.parentPath, entry.name)));
  }
  return (folder = `assets/texts-${hash.digest('base64url').slice(0, 8)}`);
}

/** JSON.parse of a string is read faster than an object literal of this size. */
function moduleOf(catalogue: Catalogue): string {
  return `export default JSON.parse('${JSON.stringify(catalogue).replaceAll(/[\\']/g, '\\$&')}')`;
}

function textsOf(module: string, catalogue: Catalogue): { texts: Catalogue; files: string[] } {
  const isKey = (text: string) => text in catalogue;
  const needed = textsNeededBy(module, isKey);
  const frame = module === FRAME ? undefined : textsNeededBy(FRAME, isKey);
  const keys = frame ? needed.keys.difference(frame.keys) : needed.keys;
  const texts = Object.fromEntries(Object.entries(catalogue).filter(([key]) => keys.has(key)));
  return { texts, files: [...needed.files, ...(frame?.files ?? [])] };
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
