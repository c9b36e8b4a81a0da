import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { minutesOfPart } from './parts.ts';
import { type Run, RUNS } from './runs.ts';

export type Outcome = {
  /** Begun is a run in parts of which more are to be played. */
  readonly outcome: 'held' | 'begun' | 'failed' | 'not run here';
  /** The day, as ISO 8601 writes it, in UTC. */
  readonly on: string;
  /** Tenths are kept. */
  readonly minutes: number;
  /** Measured by the run; or the thing that it lacked. */
  readonly figures: readonly string[];
};
type Row = Outcome & { readonly commit: string };

const PAGE = 'docs/proof.md';
/** A run, its outcome with the day, the commit, minutes, and figures, which are told apart by semicolons. */
const ROW = /^\| (.+?) \| (held|begun|failed|not run here), (\S+) \| (.+?) \| ([\d.]+) \| (.*) \|$/gm;
const BETWEEN_FIGURES = '; ';

/**
 * The latest outcome of each long run with the commit it was played on, which `docs/proof.md`, or a page elsewhere, is the record of: a
 * night goes on where the last one stopped.
 */
export class ProofRecord {
  readonly #page: string;
  /** Null with changes that no commit has: what they show cannot be shown again. */
  readonly #commit: string | null;

  constructor(root: string, page = path.join(root, PAGE)) {
    this.#page = page;
    this.#commit = commitOf(root);
  }

  get isKept(): boolean {
    return this.#commit !== null;
  }

  /** The outcome on the commit that is checked out. */
  of(name: string): Outcome | undefined {
    const row = this.#read().get(name);
    return row?.commit === this.#commit ? row : undefined;
  }

  /** How long the latest run, or the last part of one in parts, took on any commit; 0 when that is not known. */
  minutesOf({ name, commands }: Pick<Run, 'name' | 'commands'>): number {
    const row = this.#read().get(name);
    if (row === undefined) return 0;
    return commands === undefined ? row.minutes : minutesOfPart(row);
  }

  /** Keeps the outcome in the page, so that a run that is broken off loses no other, nor one that ran beside it. */
  keep(name: string, outcome: Outcome): void {
    if (this.#commit === null) return;
    const rows = this.#read().set(name, { ...outcome, commit: this.#commit });
    writeFileSync(this.#page, pageOf(rows));
  }

  #read(): Map<string, Row> {
    return rowsOf(existsSync(this.#page) ? readFileSync(this.#page, 'utf8') : '');
  }
}

/** The commit that is checked out, or null with changes beyond those of the page. */
function commitOf(root: string): string | null {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', '.', `:!${PAGE}`) !== '';
  return isChanged ? null : git('rev-parse', '--short=12', 'HEAD');
}

function rowsOf(page: string): Map<string, Row> {
  return new Map(
    [...page.matchAll(ROW)].map(([, name = '', outcome, on = '', commit = '', minutes, figures = '']) => [
      name,
      {
        outcome: outcome as Outcome['outcome'],
        on,
        commit,
        minutes: Number(minutes),
        figures: figures === '' ? [] : figures.replaceAll('\\|', '|').split(BETWEEN_FIGURES),
      },
    ]),
  );
}

function pageOf(rows: ReadonlyMap<string, Row>): string {
  const lines = RUNS.map(({ name }) => {
    const row = rows.get(name);
    if (row === undefined) return `| ${name} | not run | | | |`;
    const { outcome, on, commit, minutes, figures } = row;
    const told = figures.join(BETWEEN_FIGURES).replaceAll('|', '\\|');
    return `| ${name} | ${outcome}, ${on} | ${commit} | ${minutes.toFixed(1)} | ${told} |`;
  });
  return `# Proof

\`npm run proof\` wrote this page: claims that take hours to show, each at its full length ([tests](testing.md)), with the commit of its latest
run. A run that fails stays here until one holds.

Node ${process.versions.node}, ${os.cpus().length} processors (${os.cpus()[0]?.model.trim() ?? 'unknown'}), ${os.type()}.

| Run | Outcome | Commit | Minutes | Figures |
|---|---|---|---|---|
${lines.join('\n')}
`;
}
