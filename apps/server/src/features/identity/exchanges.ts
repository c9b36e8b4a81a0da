const KEPT_MAX = 1000;

export type Exchanges = ReturnType<typeof createExchanges>;

/**
 * Remembers in which order refresh requests arrived and exchanges ended in this process. A request that arrived before the
 * exchange of its token had ended cannot be a replay of it: it is its twin.
 */
export function createExchanges() {
  const endedAt = new Map<string, number>();
  let clock = 0;
  return {
    arrive: (): number => (clock += 1),
    /** Called before the commit, because the twin may go on before the committer hears of it. */
    begin(tokenHash: string): void {
      endedAt.set(tokenHash, Number.POSITIVE_INFINITY);
      if (endedAt.size > KEPT_MAX) endedAt.delete(endedAt.keys().next().value as string);
    },
    end(tokenHash: string): void {
      endedAt.set(tokenHash, (clock += 1));
    },
    isTwin: (tokenHash: string, arrivedAt: number): boolean => arrivedAt < (endedAt.get(tokenHash) ?? 0),
  };
}
