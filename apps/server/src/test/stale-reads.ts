import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Loan } from './loans.ts';

type Hammered = { readonly writes: number; readonly reads: number; readonly oldestMs: number };

/**
 * Writes one title after the other in one process and reads it as visitors in others, on its page and in the list.
 * @returns how old the oldest answer was: how long before its request a newer title had been acknowledged
 */
export async function hammer(
  writer: FastifyInstance,
  readers: readonly FastifyInstance[],
  { loan, isDone }: { readonly loan: Loan; readonly isDone: (reads: number) => boolean },
): Promise<Hammered> {
  const acknowledgedAtMs: number[] = [];
  let reads = 0;
  let oldestMs = 0;

  const write = async (): Promise<void> => {
    while (!isDone(reads)) {
      const number = acknowledgedAtMs.length;
      const answer = await writer.inject({
        method: 'PATCH',
        url: `/api/borrow/update?id=${loan.id}`,
        headers: { authorization: `Bearer ${loan.owner.token}` },
        payload: { title: `Title ${number}` },
      });
      if (answer.statusCode !== 200) throw new Error(`a title was refused: ${answer.body}`);
      acknowledgedAtMs.push(performance.now());
    }
  };
  const read = async (reader: FastifyInstance, url: string): Promise<void> => {
    while (!isDone(reads)) {
      const startedAtMs = performance.now();
      const answer = await reader.inject(url);
      reads += 1;
      // An answer from memory waits for nothing, and would leave the writer no turn.
      await nextTurn();
      const number = Number(/"title":"Title (\d+)"/.exec(answer.body)?.[1] ?? -1);
      const newerAtMs = acknowledgedAtMs[number + 1];
      if (newerAtMs !== undefined) oldestMs = Math.max(oldestMs, startedAtMs - newerAtMs);
    }
  };
  const urls = [`/api/borrow/findOne?id=${loan.id}`, '/api/borrow/openProposals'];
  await Promise.all([write(), ...readers.flatMap((reader) => urls.map((url) => read(reader, url)))]);
  return { writes: acknowledgedAtMs.length, reads, oldestMs };
}
