import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RUNS } from './runs.ts';

export type Outcome = {
  readonly outcome: 'held' | 'failed' | 'not run here';
  /** The day, as ISO 8601 writes it, in UTC. */
  readonly on: string;
  readonly seconds: number;
  /** Measured by the run; or the thing that it lacked. */
  readonly figures: readonly string[];
};
type Kept = { readonly commit: string; readonly outcomes: Readonly<Record<string, Outcome>> };

const PAGE = 'docs/proof.md';
const KEPT = 'node_modules/.cache/proof.json';

/** The outcomes of the long runs on one commit: a night goes on where the last one stopped. `docs/proof.md` shows them. */
export class ProofRecord {
  readonly #root: string;
  #kept: Kept;

  constructor(root: string) {
    this.#root = root;
    const commit = commitOf(root);
    const before = this.#read();
    this.#kept = before?.commit === commit ? before : { commit, outcomes: {} };
  }

  of(name: string): Outcome | undefined {
    return this.#kept.outcomes[name];
  }

  /** Keeps the outcome and writes the page anew, so that a run that is broken off loses no other. */
  keep(name: string, outcome: Outcome): void {
    const { commit, outcomes } = this.#kept;
    this.#kept = { commit, outcomes: { ...outcomes, [name]: outcome } };
    const file = path.join(this.#root, KEPT);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(this.#kept));
    writeFileSync(path.join(this.#root, PAGE), pageOf(this.#kept));
  }

  #read(): Kept | undefined {
    try {
      return JSON.parse(readFileSync(path.join(this.#root, KEPT), 'utf8')) as Kept;
    } catch {
      return undefined;
    }
  }
}

/** The commit that is checked out; what is changed since, the page itself apart, makes it another one. */
function commitOf(root: string): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const isChanged = git('status', '--porcelain', '--', '.', `:!${PAGE}`) !== '';
  return isChanged ? `${commit} with changes` : commit;
}

export function pageOf({ commit, outcomes }: Kept): string {
  const rows = RUNS.map(({ name }) => {
    const known = outcomes[name];
    if (known === undefined) return `| ${name} | not run | | |`;
    const minutes = (known.seconds / 60).toFixed(1);
    return `| ${name} | ${known.outcome}, ${known.on} | ${minutes} | ${known.figures.map(inCell).join('; ')} |`;
  });
  return `# Proof

\`npm run proof\` wrote this page: claims that take hours to show, each at its full length ([tests](testing.md)). A run that fails
stays here until one holds.

Commit ${commit}; Node ${process.versions.node}, ${os.cpus().length} processors (${os.cpus()[0]?.model.trim() ?? 'unknown'}), ${os.type()}.

| Run | Outcome | Minutes | Figures |
|---|---|---|---|
${rows.join('\n')}
`;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
