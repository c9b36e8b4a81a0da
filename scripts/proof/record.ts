import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RUNS } from './runs.ts';

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
 * The latest outcome of each long run with the commit it was played on, which `docs/proof.md` is the record of: a night goes on where the
 * last one stopped.
 */
export class ProofRecord {
  readonly #page: string;
  readonly #commit: string;

  constructor(root: string) {
    this.#page = path.join(root, PAGE);
    this.#commit = commitOf(root);
  }

  /** The outcome on the commit that is checked out. */
  of(name: string): Outcome | undefined {
    const row = this.#read().get(name);
    return row?.commit === this.#commit ? row : undefined;
  }

  /** How long its latest run took on any commit; 0 when there was none. */
  minutesOf(name: string): number {
    return this.#read().get(name)?.minutes ?? 0;
  }

  /** Keeps the outcome in the page, so that a run that is broken off loses no other, nor one that ran beside it. */
  keep(name: string, outcome: Outcome): void {
    const rows = this.#read().set(name, { ...outcome, commit: this.#commit });
    writeFileSync(this.#page, pageOf(rows));
  }

  #read(): Map<string, Row> {
    return rowsOf(readFileSync(this.#page, 'utf8'));
  }
}

/** The commit that is checked out; what is changed since, the page itself apart, makes it another one. */
function commitOf(root: string): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const isChanged = git('status', '--porcelain', '--', '.', `:!${PAGE}`) !== '';
  return isChanged ? `${commit} with changes` : commit;
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
