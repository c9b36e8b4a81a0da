import { readFileSync } from 'node:fs';
import path from 'node:path';

const DOCS = path.resolve(import.meta.dirname, '../../docs');
const PAGE = path.join(DOCS, 'first-server.md');

/**
 * The commands of `docs/first-server.md`, each block of code by the step or the heading that it follows: `1` to `6`,
 * `An update`, `Back to the version before`, `In containers`. Two blocks of a step are one text.
 */
export function commandsOfPage(): ReadonlyMap<string, string> {
  const steps = new Map<string, string>();
  let step = '';
  for (const [, number, heading, block] of readFileSync(PAGE, 'utf8').matchAll(
    /^\*\*(\d)\. |^## (.*)$|^```sh\n([\s\S]*?)^```$/gm,
  )) {
    step = number ?? heading ?? step;
    if (block !== undefined) steps.set(step, `${steps.get(step) ?? ''}${block}`);
  }
  return steps;
}

/** The commands of `docs/runbook.md` for a backup of containers, and for the way back. */
export function backupsOfRunbook(): { readonly backUp: string; readonly bringBack: string } {
  const [, section = ''] = readFileSync(path.join(DOCS, 'runbook.md'), 'utf8').split('**Containers** (');
  const [backUp = '', bringBack = ''] = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
  return { backUp, bringBack };
}
