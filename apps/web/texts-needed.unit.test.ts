import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FRAME, SOURCES_DIR, textsNeededBy } from './texts-needed.ts';

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
    expect(needed('pages/acting-card.tsx')).toContain('proposal.backedByYou');
    expect(needed('pages/home-page.tsx')).not.toContain('proposal.backedByYou');
  });

  it('are all found, because every key is written out in full', () => {
    const composed = sources.filter(({ code }) => /\bt\(\s*`|as TextKey\b|\$\{[^}]*\}[^'`]*` as const/.test(code));
    expect(composed.map(({ file }) => file)).toEqual([]);
  });

  it('come with every part that is imported later', () => {
    const later = sources.flatMap(({ file, code }) =>
      [...code.matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g)].map(([, target]) => ({
        file,
        code,
        module: path.posix.join(path.posix.dirname(file), target!),
      })),
    );
    const frame = needed(FRAME);
    const forgotten = later
      .filter(({ module }) => needed(module).difference(frame).size > 0)
      .filter(({ code, module }) => {
        const texts = code.match(new RegExp(`^import (\\w+) from 'virtual:texts/${module}';$`, 'm'))?.[1];
        return (
          texts === undefined ||
          !new RegExp(`(lazyPart|lazyPage|loadTexts)(<[^;(]*>)?\\([^;]*\\b${texts},?\\s*\\)`).test(code)
        );
      });
    expect(later.length).toBeGreaterThan(30);
    expect(forgotten.map(({ file, module }) => `${file}: ${module}`)).toEqual([]);
  });
});
