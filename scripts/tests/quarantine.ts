import { readFileSync } from 'node:fs';
import type { TestCase } from './reports.ts';

/** A test that is known to fail now and then: it runs in `test:all` alone and makes no run red. */
export type Quarantined = {
  readonly file: string;
  readonly title: string;
  readonly reason: string;
  /** The day it was put here, YYYY-MM-DD. */
  readonly since: string;
};

const QUARANTINE_MAX = 10;

/** Files whose tests hold up money and access: they are run again three times, and never put into quarantine. */
export const WALLS = /\/(ledger\/|[^/]*(authorisation-matrix|ledger|audit|races|model)[^/]*$)/;

export function readQuarantine(): readonly Quarantined[] {
  const listed = JSON.parse(readFileSync('quarantine.json', 'utf8')) as readonly Quarantined[];
  const wall = listed.find(({ file }) => WALLS.test(file));
  if (wall) throw new Error(`quarantine.json: ${wall.file} holds up money or access and cannot be put there.`);
  if (listed.length > QUARANTINE_MAX) throw new Error(`quarantine.json: more than ${QUARANTINE_MAX} tests.`);
  return listed;
}

export const isQuarantined = (listed: readonly Quarantined[], { file, title }: Pick<TestCase, 'file' | 'title'>) =>
  listed.some((each) => each.file === file && each.title === title);

/** Matches the full titles of all other tests, which runners join by spaces; null where none is in quarantine. */
export function othersThan(listed: readonly Quarantined[]): string | null {
  const titles = listed.map(({ title }) => escapePattern(title.replaceAll(' > ', ' ')));
  return titles.length === 0 ? null : `^(?!.*(${titles.join('|')})$)`;
}

export const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
