import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';

/** A comment or the title of a test, with its markers and quotes taken off. */
type Wording = { readonly line: number; readonly kind: 'comment' | 'title'; readonly text: string };

const BEGINS =
  /^(?:what(?:ever)?|who(?:m|se)?(?:ever)?|which(?:ever)?|where(?:ver)?|(?:no|some|any|every)(?:body|one|thing)|no one|none|nothing|of (?:what|which|whom|these|those)|(?:one|those|they|all) (?:who|that))\b/i;
const LEANS = /\b(?:what|(?:who|whom|what|which|where)ever|(?:some|any|every)(?:body|one|thing)|nobody|no one)\b/i;

/** Lines of `//` or `--` that follow each other are one comment. */
const COMMENT = /(?<=^|[\s{([,])(?:\/\*\*?\s([\s\S]*?)\*\/|((?:\/\/|--)[ \t][^\n]*(?:\n[ \t]*(?:\/\/|--)[^\n]*)*))/g;
/** `test.each([…])('title'` hides its name behind the table, hence the `)(`. */
const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\()\s*(?:'((?:\\.|[^'\\])*)'|`([^`]*)`|"([^"]*)")\s*,/g;

export function wordings(file: string, source: string): Wording[] {
  const at = (match: RegExpExecArray) => source.slice(0, match.index).split('\n').length;
  const comments = [...source.matchAll(COMMENT)].map((match) => ({
    line: at(match),
    kind: 'comment' as const,
    text: (match[1] ?? match[2] ?? '')
      .replace(/^\s*(?:\/\/|--|\*)/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return comments;
  const titles = [...source.matchAll(TITLE)].map((match) => ({
    line: at(match),
    kind: 'title' as const,
    text: match[1] ?? match[2] ?? match[3] ?? '',
  }));
  return [...comments, ...titles];
}

export function beginsWithIndefinite({ text }: Wording): boolean {
  return BEGINS.test(text);
}

/** Each file of the repository with its wordings; generated files are left out. */
export async function* wordingsOfRepository(): AsyncGenerator<readonly [file: string, wordings: Wording[]]> {
  const folders = '{apps,packages,bench,e2e,scripts,types}/**/*.{ts,tsx,mjs,css,sql}';
  for await (const file of glob([folders, '*.ts'], { exclude: ['**/node_modules', '**/dist'] })) {
    if (!file.includes('.generated.')) yield [file, wordings(file, readFileSync(file, 'utf8'))];
  }
}

export async function indefiniteBeginnings(): Promise<string[]> {
  const found: string[] = [];
  for await (const [file, all] of wordingsOfRepository()) {
    found.push(...all.filter(beginsWithIndefinite).map(({ line, text }) => `${file}:${line} ${text}`));
  }
  return found;
}

if (import.meta.main) {
  const every: Wording[] = [];
  for await (const [, all] of wordingsOfRepository()) every.push(...all);
  for (const kind of ['comment', 'title'] as const) {
    const same = every.filter((wording) => wording.kind === kind);
    const leaning = same.filter(({ text }) => LEANS.test(text)).length;
    const beginning = same.filter(beginsWithIndefinite).length;
    console.log(`${kind}s: ${same.length}, ${leaning} lean on an indefinite, ${beginning} begin with one`);
  }
}
