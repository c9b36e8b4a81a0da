import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:catalogue/';
const LOCALES_DIR = path.resolve(import.meta.dirname, 'src/locales');

/**
 * Serves `virtual:catalogue/<locale>`: the texts of every area merged and compiled, one chunk per language.
 * Malformed ICU and a key owned by two areas stop the build.
 */
export function catalogues(): Plugin {
  return {
    name: 'sathi-catalogues',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const locale = id.slice(PREFIX.length + 1);
      for (const file of filesOf(locale)) this.addWatchFile(file);
      // JSON.parse of a string is read faster than an object literal of this size.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalogue(locale)))})`;
    },
  };
}

function filesOf(locale: string): string[] {
  return readdirSync(LOCALES_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(LOCALES_DIR, entry.name, `${locale}.json`));
}

function compileCatalogue(locale: string): Record<string, unknown> {
  const compiled: Record<string, unknown> = {};
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
