import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Loan } from './loans.ts';

type Card = { readonly id: string; readonly collectedAmount: number };
export type Watched = { reads: number; rose: number; wentBack: number };

type Watching = {
  readonly apps: readonly FastifyInstance[];
  /** One of those that are being backed now. */
  readonly loan: () => Loan | undefined;
  readonly isDone: () => boolean;
};

/**
 * One visitor who reads the list and the page of a loan by turns, each time in any of the processes, and remembers how much
 * each loan had raised. `rose` and `wentBack` count how often it was more and less than before.
 */
export async function watch(found: Watched, { apps, loan, isDone }: Watching): Promise<void> {
  const raised = new Map<string, number>();
  let cookie = '';
  while (!isDone()) {
    const app = apps[Math.floor(Math.random() * apps.length)] as FastifyInstance;
    const one = Math.random() < 0.5 ? loan() : undefined;
    const url = one ? `/api/borrow/findOne?id=${one.id}` : '/api/borrow/openProposals?limit=50';
    const answer = await app.inject({ url, headers: cookie === '' ? {} : { cookie } });
    if (answer.statusCode !== 200) throw new Error(`a reader was refused: ${answer.statusCode} ${answer.body}`);
    const set = answer.headers['set-cookie'];
    if (set !== undefined) cookie = String(set).split(';')[0] ?? '';
    const { data } = answer.json() as { data: Card | Card[] };
    for (const { id, collectedAmount } of [data].flat()) {
      const before = raised.get(id) ?? 0;
      if (collectedAmount > before) found.rose += 1;
      if (collectedAmount < before) found.wentBack += 1;
      raised.set(id, collectedAmount);
    }
    found.reads += 1;
    // An answer from memory waits for nothing, and would leave the others no turn.
    await nextTurn();
  }
}
