import { createStore } from '../../lib/store.ts';
import type { BodyOf } from '../../lib/wire.ts';

/** A thing that can be reported to the staff of an institution. */
export type ReportedThing = Omit<BodyOf<'enterReport'>, 'reason' | 'userId'>;

const open = createStore<readonly ReportedThing[]>([]);

export const openedReport = open.get;
export const subscribeToReport = open.subscribe;

/** Opens the dialog in which a person says what is wrong with one of these things, over any page; without any it closes. */
export function openReport(...things: readonly ReportedThing[]): void {
  open.set(things);
}
