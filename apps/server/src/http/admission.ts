/** Changes are refused last: backings, payments, signing in. Reads are asked again by themselves. */
export type Rank = 'change' | 'read';

/** The time that answers may take under load, on average; a person waits for a second. */
const TARGET_MS = 300;
/** Requests under way at once: while all is calm, so that a crowd may arrive in one moment, and at least and at most. */
const CALM = 256;
const LEAST = 16;
const MOST = 2_000;
/** The part of the room that each rank may fill. */
const PART: Readonly<Record<Rank, number>> = { change: 1, read: 0.7 };
const JUDGED_EVERY_MS = 100;
/** The weight of the latest answer in the average. */
const WEIGHT = 0.05;
const GROWTH = 4;
const SHRINKING = 0.85;

export type Admission = {
  /** Lets a request in and gives the function to call at its end; null when there is no room for its rank. */
  readonly enter: (rank: Rank) => (() => void) | null;
  readonly room: () => number;
};

/**
 * How many requests may be under way at once. The room shrinks while answers are late and grows again while they are not: so
 * it follows what the database carries now, and whoever is let in is answered within a second.
 */
export function createAdmission(nowMs: () => number): Admission {
  let room = CALM;
  let open = 0;
  let averageMs = 0;
  let judgedAtMs = nowMs();

  const judge = (): void => {
    if (nowMs() - judgedAtMs < JUDGED_EVERY_MS) return;
    judgedAtMs = nowMs();
    if (averageMs > TARGET_MS) room = Math.max(LEAST, room * SHRINKING);
    else if (room < CALM || open > room / 2) room = Math.min(MOST, room + GROWTH);
  };

  const enter = (rank: Rank): (() => void) | null => {
    if (open >= room * PART[rank]) return null;
    open += 1;
    const beganAtMs = nowMs();
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      averageMs += (nowMs() - beganAtMs - averageMs) * WEIGHT;
      judge();
      open -= 1;
    };
  };
  return { enter, room: () => room };
}
