import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { importGraph } from './imports.ts';
import { WALKS } from './walks.ts';

const IDEAS = '## The ideas of this code';
const IS_TEST = /\.(test|spec)\.tsx?$|\/test\/|^e2e\//;
const IS_GENERATED = /^apps\/server\/src\/db\/schema\.ts$|\.generated\./;
const PLACES = [
  'apps/server',
  'apps/web',
  'packages/domain',
  'packages/contract',
  'packages/texts',
  'packages/contracts',
];
const PLACES_BESIDE = ['packages/devnet', 'e2e', 'bench', 'scripts'];

/** Each broken step of the walks: a file that is gone, or that no earlier one leads to. */
export async function brokenSteps(): Promise<string[]> {
  const graph = await importGraph();
  const imports = (from: string, to: string) => graph.get(from)?.some(({ target }) => target === to) ?? false;
  return Object.entries(WALKS).flatMap(([walk, { opened, met }]) => {
    const gone = [...opened, ...met].filter((file) => !existsSync(file)).map((file) => `${walk}: ${file} is gone`);
    const lost = opened.filter((file, index) => {
      if (index === 0 || file.endsWith('.sql')) return false;
      const known = [...opened.slice(0, index), ...met];
      return !known.some((other) => imports(other, file) || imports(file, other));
    });
    return [...gone, ...lost.map((file) => `${walk}: no earlier file leads to ${file}`)];
  });
}

export function ideasOf(glossary: string): string[] {
  const section = glossary.split(IDEAS)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, idea]) => idea ?? '');
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

/** Files, lines and the median length of a file, in columns. */
function figures(files: readonly string[]): string {
  const lengths = files.map(linesOf).toSorted((a, b) => a - b);
  const sum = lengths.reduce((total, length) => total + length, 0);
  const columns = [files.length, sum, lengths[Math.floor(lengths.length / 2)] ?? 0];
  return columns.map((figure) => figure.toLocaleString('en').padStart(8)).join('');
}

async function printTree(): Promise<void> {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
  const code = tracked.filter((file) => /\.(tsx?|mjs)$/.test(file) && !IS_GENERATED.test(file) && existsSync(file));
  const row = (name: string, files: readonly string[]) => {
    const [tests, sources] = [files.filter((file) => IS_TEST.test(file)), files.filter((file) => !IS_TEST.test(file))];
    console.log(`${name.padEnd(20)}${figures(sources)}   ${figures(tests)}`);
  };
  console.log(`${'TypeScript'.padEnd(20)}${' sources   lines  median'}   ${'   tests   lines  median'}`);
  for (const place of [...PLACES, ...PLACES_BESIDE]) {
    row(
      place,
      code.filter((file) => file.startsWith(`${place}/`)),
    );
  }
  row('all', code);
  console.log(`\nTracked files: ${tracked.length - 1}`);
  console.log(`Ideas of this code in docs/glossary.md: ${ideasOf(readFileSync('docs/glossary.md', 'utf8')).length}`);
  for (const [walk, { opened, met }] of Object.entries(WALKS)) {
    const lines = opened.filter((file) => existsSync(file)).reduce((total, file) => total + linesOf(file), 0);
    console.log(
      `Walk ${walk}: ${opened.length} files opened, ${lines.toLocaleString('en')} lines; ${met.length} met by name`,
    );
  }
  const broken = await brokenSteps();
  for (const step of broken) console.log(step);
  if (broken.length > 0) process.exitCode = 1;
}

if (import.meta.main) await printTree();
