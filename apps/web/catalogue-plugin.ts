import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileTexts } from '@sathi/texts/compile.ts';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:catalogue/';
const TEXTS_DIR = path.resolve(import.meta.dirname, '../../packages/texts');

/** `virtual:catalogue/people.en` is `packages/texts/en/people.json`, compiled. A message that is not valid ICU stops the build. */
export function catalogues(): Plugin {
  return {
    name: 'sathi-catalogues',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [name, locale] = id.slice(PREFIX.length + 1).split('.');
      const file = path.join(TEXTS_DIR, locale!, `${name}.json`);
      this.addWatchFile(file);
      const catalogue = compileTexts(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
      // JSON.parse of a string is read faster than an object literal of this size.
      return `export default JSON.parse('${JSON.stringify(catalogue).replaceAll(/[\\']/g, '\\$&')}')`;
    },
  };
}
