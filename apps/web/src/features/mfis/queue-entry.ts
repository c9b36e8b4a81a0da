import { DAY_MS } from '@sathi/domain/durations.ts';
import type { DataOf } from '../../lib/wire.ts';
import type { Approvable } from './use-approve-many.ts';

type Waiting = DataOf<'mfiQueues'>;
/** The queues with their entries; others are only counted. */
type Listed = {
  [Name in keyof Waiting as Waiting[Name] extends { entries: readonly unknown[] } ? Name : never]: Waiting[Name];
};
type Queues = Listed & Pick<DataOf<'findMfiPortfolio'>, 'late'>;
export type QueueName = keyof Queues;
export type Queue = Queues[QueueName];
export type Entry = Queue['entries'][number];
/** One row of a queue with the queue it stands in, so that the action knows its ids. */
export type QueueItem = { [Name in QueueName]: { queue: Name; entry: Queues[Name]['entries'][number] } }[QueueName];
export type Officer = DataOf<'mfiQueues'>['officers'][number];

/** The revisions of the cases that this officer opened in this sitting, by `sittingKey`. */
export type Opened = ReadonlyMap<string, string>;

/** Tells a row from the others of its queue. */
export function keyOf(entry: Entry): string {
  if ('paymentId' in entry) return `payment-${entry.paymentId}`;
  return `${entry.proposalId}-${'withdrawalId' in entry ? entry.withdrawalId : ''}`;
}

/** The row as an approvable one: a payment, or a proposal with the revision that was `opened`. */
export function approvableOf(entry: Entry, opened: Opened): Approvable {
  const { proposalId, title, amount, local } = entry;
  const item = { key: keyOf(entry), proposalId, title, amount, local };
  if ('paymentId' in entry) return { ...entry, ...item };
  const revision = opened.get(sittingKey(entry));
  return revision === undefined ? item : { ...item, revision };
}

/** A case as it was opened in this sitting: published anew, it is another. */
export function sittingKey({ proposalId, waitingSince }: Entry): string {
  return `${proposalId} ${waitingSince}`;
}

/** Negative, as `relativeDays` counts the past. */
export function daysSince(instant: string): number {
  return -Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / DAY_MS));
}
