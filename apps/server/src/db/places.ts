import type { Db } from './db.ts';
import { createMoments, type Moment, type Moments } from './moments.ts';
import { createReplicaReads, type NotRead } from './replica-reads.ts';

/** Tells of each reading where it was done, and of one at the primary why. */
export type CountReading = (labels: {
  readonly place: 'replica' | 'primary';
  readonly why: NotRead | 'current';
}) => void;

export type Places = Moments & {
  /**
   * Reads at the replica where that may be, else at the primary.
   * @returns the answer, and a moment that shows all of it; undefined where the primary could not tell
   */
  readonly read: <Answer>(
    moment: Moment | undefined,
    make: (db: Db) => Promise<Answer>,
  ) => Promise<{ readonly answer: Answer; readonly shownAt: Moment | undefined }>;
};

/** The two places that what is kept for a moment may be read from (decision 156). */
export function createPlaces(options: { readonly db: Db; readonly replica: Db; readonly count: CountReading }): Places {
  const { db, replica, count } = options;
  const moments = createMoments(db);
  const replicaReads = createReplicaReads(replica, moments);
  return {
    ...moments,
    read: async (moment, make) => {
      const found = moment === undefined ? 'failed' : await replicaReads.read(moment, make);
      if (typeof found !== 'string') {
        count({ place: 'replica', why: 'current' });
        return found;
      }
      count({ place: 'primary', why: found });
      const answer = await make(db);
      return { answer, shownAt: await moments.now().catch(() => undefined) };
    },
  };
}
