import type { BodyOf } from '../../lib/wire.ts';

/** A thing that can be reported to the staff of an institution. */
export type ReportedThing = Omit<BodyOf<'enterReport'>, 'reason' | 'userId'>;

let open: readonly ReportedThing[] = [];
const listeners = new Set<() => void>();

/** Opens the dialog in which a person says what is wrong with one of these things, over any page; without any it closes. */
export function openReport(...things: readonly ReportedThing[]): void {
  open = things;
  for (const listener of listeners) listener();
}

export function openedReport(): readonly ReportedThing[] {
  return open;
}

export function subscribeToReport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
