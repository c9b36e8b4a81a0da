import { setImmediate as nextTurn } from 'node:timers/promises';

type Card = { readonly id: string; readonly collectedAmount: number };
export type Watched = { reads: number; rose: number; wentBack: number };

export type Read = { readonly data: unknown; readonly setCookie: string | undefined };
type Watching = {
  /** Asks any of the processes, as a reader with this cookie. */
  readonly ask: (address: string, cookie: string) => Promise<Read>;
  /** The id of one that is being backed now. */
  readonly loan: () => string | undefined;
  /** Whether a loan only ever raises more: that no backing of it is taken back. */
  readonly isRising?: (id: string) => boolean;
  readonly isDone: () => boolean;
};

/**
 * One visitor who reads the list and the page of a loan by turns, each time in any of the processes, and remembers how much
 * each loan had raised. `rose` and `wentBack` count how often it was more and less than before.
 */
export async function watch(found: Watched, { ask, loan, isRising = () => true, isDone }: Watching): Promise<void> {
  const raised = new Map<string, number>();
  let cookie = '';
  while (!isDone()) {
    const id = Math.random() < 0.5 ? loan() : undefined;
    const address = id === undefined ? '/api/borrow/openProposals?limit=50' : `/api/borrow/findOne?id=${id}`;
    const { data, setCookie } = await ask(address, cookie);
    if (setCookie !== undefined) cookie = setCookie.split(';')[0] ?? '';
    for (const card of [data as Card | Card[]].flat()) {
      if (!isRising(card.id)) continue;
      const before = raised.get(card.id) ?? 0;
      if (card.collectedAmount > before) found.rose += 1;
      if (card.collectedAmount < before) found.wentBack += 1;
      raised.set(card.id, card.collectedAmount);
    }
    found.reads += 1;
    // An answer from memory waits for nothing, and would leave the others no turn.
    await nextTurn();
  }
}
