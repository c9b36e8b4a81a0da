import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FRAME, SOURCES_DIR, textsNeededBy } from './texts-needed.ts';

const LATER = /(?:lazyPart|lazyPage)\(([^;]*?)\(\) => import\('(\.[^']+\.tsx)'\),\s*(\w+),?\s*\)/g;
const sources = globSync('**/*.{ts,tsx}', { cwd: SOURCES_DIR })
  .filter((file) => !/\.(test|d)\.tsx?$|^test\//.test(file))
  .map((file) => ({ file, code: readFileSync(path.join(SOURCES_DIR, file), 'utf8') }));
const keys = new Set(
  globSync('locales/*/en.json', { cwd: SOURCES_DIR }).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(path.join(SOURCES_DIR, file), 'utf8')) as object),
  ),
);
const needed = (module: string) => textsNeededBy(module, (text) => keys.has(text)).keys;

describe('the texts of a part', () => {
  it('are found in what it imports at once, and not in what it imports later', () => {
    expect(needed(FRAME)).toContain('common.skipToContent');
    expect(needed('pages/home-page.tsx')).toContain('proposal.backedByYou');
    expect(needed('pages/home-page.tsx')).not.toContain('money.invest.title');
  });

  it('are all found, because every key is written out in full', () => {
    const composed = sources.filter(({ code }) => /\bt\(\s*`|as TextKey\b|\$\{[^}]*\}[^'`]*` as const/.test(code));
    expect(composed.map(({ file }) => file)).toEqual([]);
  });

  it('come with every part that is imported later', () => {
    const imported = sources.flatMap(({ file, code }) =>
      [...code.matchAll(/\bimport\('(\.[^']+\.tsx)'\)/g)].map((match) => `${file}: ${match[1]}`),
    );
    const accompanied = sources.flatMap(({ file, code }) =>
      [...code.matchAll(LATER)].flatMap(([, , target, texts]) => {
        const module = path.posix.join(path.posix.dirname(file), target!);
        return code.includes(`import ${texts} from 'virtual:texts/${module}';`) ? [`${file}: ${target}`] : [];
      }),
    );
    expect(imported.length).toBeGreaterThan(20);
    expect(accompanied).toEqual(imported);
  });
});
