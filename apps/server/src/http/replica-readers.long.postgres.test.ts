import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isProof } from '../../../../scripts/tests/gate.ts';
import { tellFigures } from '../test/figures.ts';
import { type Loan, useLoans } from '../test/loans.ts';
import { NEEDS } from '../test/needs.ts';
import { openOtherProcess, type OtherProcess } from '../test/other-process.ts';
import { type Replica, startReplica } from '../test/replica.ts';
import { type Read, watch, type Watched } from '../test/watchful-readers.ts';
import { type Person, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const READS = isProof ? 200_000 : 4_000;
const READERS = 16;
const WRITERS = 3;
const BEHIND_MS = 150;
/** How much can be given to one loan, a dollar each time. */
const DOLLARS = 400;

describe.skipIf(!NEEDS.replica.isMet())('a replica under write load', () => {
  let replica: Replica;
  let writer: OtherProcess;
  let readers: OtherProcess[];
  beforeAll(async () => {
    replica = await startReplica(String(world.database.url));
    const { url: replicaUrl } = replica;
    writer = await openOtherProcess(world);
    readers = [
      await openOtherProcess(world, { replicaUrl }),
      await openOtherProcess(world, { replicaUrl, isDeaf: true }),
    ];
  });
  afterAll(async () => {
    for (const { close } of [writer, ...(readers ?? [])]) await close();
    await replica?.remove();
  });

  const back = async (loan: Loan, backer: Person): Promise<void> => {
    const answer = await writer.app.inject({
      method: 'POST',
      url: '/api/borrow/backProposal',
      headers: { authorization: `Bearer ${backer.token}` },
      payload: { proposalId: loan.id, amount: 1 },
    });
    if (answer.statusCode >= 300) throw new Error(`a backing was refused: ${answer.body}`);
  };

  test(`of ${READS} readings in two processes none shows a reader less than the reader has seen`, {
    timeout: 3_600_000,
  }, async () => {
    const found: Watched = { reads: 0, rose: 0, wentBack: 0 };
    const isDone = (): boolean => found.reads >= READS;
    const loans: Loan[] = [];
    let given = 0;
    const write = async (_: unknown, place: number): Promise<void> => {
      const backer = await world.newPerson();
      for (let own = 0; !isDone(); own += 1, given += 1) {
        if (own % DOLLARS === 0) loans[place] = await newLoan({ form: { amount: DOLLARS } });
        await back(loans[place] as Loan, backer);
      }
    };
    const fallBehind = async (): Promise<void> => {
      while (!isDone()) {
        await sleep(BEHIND_MS * 3);
        await replica.pause();
        await sleep(BEHIND_MS);
        await replica.resume();
      }
    };
    const ask = async (address: string, cookie: string): Promise<Read> => {
      const { app } = readers[Math.floor(Math.random() * readers.length)] as OtherProcess;
      const answer = await app.inject({ url: address, headers: cookie === '' ? {} : { cookie } });
      if (answer.statusCode !== 200) throw new Error(`a reader was refused: ${answer.statusCode} ${answer.body}`);
      return { data: answer.json().data, setCookie: answer.headers['set-cookie']?.toString() };
    };
    const loan = (): string | undefined => loans[Math.floor(Math.random() * loans.length)]?.id;
    await Promise.all([
      fallBehind(),
      ...Array.from({ length: WRITERS }, write),
      ...Array.from({ length: READERS }, () => watch(found, { ask, loan, isDone })),
    ]);
    const counts = await Promise.all(readers.map((process) => process.readings()));
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    const atReplica = sum(counts.map((count) => count['replica'] ?? 0));
    const share = Math.round((100 * atReplica) / sum(counts.flatMap((count) => Object.values(count))));
    const answers = `${found.reads} answers to ${READERS} readers during ${given} backings`;
    tellFigures(`${answers}, none of which went back; ${share} % of the readings at the replica`);
    expect(found.wentBack).toBe(0);
    expect(found.rose).toBeGreaterThan(READERS);
    expect(atReplica).toBeGreaterThan(0);
  });
});
