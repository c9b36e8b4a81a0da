import { readSession } from './session.ts';
import { readDraft, writeDraft } from './stored-draft.ts';
import type { Keys } from './use-send.ts';

type Kept = Readonly<Record<string, { key: string; atMs: number }>>;

/** A person who repeats a wish later than this means another one. */
const LIFE_MS = 86_400_000;

/** Holds the keys in a browser that has no room left to store them. */
const memory = new Map<string, Kept>();

/**
 * Keeps the keys of undecided calls on this device, for each person, until they sign out: a wish that was repeated after its
 * dialog was closed or the page came anew is still the same one (R6.3).
 */
export const KEPT_KEYS = keysFor(LIFE_MS);

/** As `KEPT_KEYS`, for a call that is another wish when it is repeated after `lifeMs`, sooner than after a day. */
export function keysFor(lifeMs: number): Keys {
  return {
    of(name, input) {
      const wish = wishOf(name, input);
      const kept = read(lifeMs)[wish] ?? { key: crypto.randomUUID(), atMs: Date.now() };
      write({ ...read(LIFE_MS), [wish]: kept });
      return kept.key;
    },
    forget(name, input) {
      const { [wishOf(name, input)]: _, ...others } = read(LIFE_MS);
      write(others);
    },
  };
}

const entry = () => `${readSession().user?.id}.undecided`;

function read(lifeMs: number): Kept {
  const all = Object.entries(readDraft(entry(), isKept) ?? memory.get(entry()) ?? {});
  return Object.fromEntries(all.filter(([, { atMs }]) => Math.abs(Date.now() - atMs) < lifeMs));
}

function write(kept: Kept): void {
  memory.set(entry(), kept);
  writeDraft(entry(), kept);
}

/**
 * Names a wish by a hash, so that the storage holds no amount, name or account of it. The server tells two wishes with
 * one hash apart (422).
 */
function wishOf(name: string, input: string): string {
  return `${name} ${sumOf(input)}`;
}

/** A short hash of the words; other words hardly ever have the same. */
export function sumOf(words: string): number {
  let sum = 0;
  for (const letter of words) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0;
  return sum;
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value as Partial<Kept>).every(
    (kept) => typeof kept?.key === 'string' && typeof kept.atMs === 'number',
  );
}
