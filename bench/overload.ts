import { setTimeout as sleep } from 'node:timers/promises';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { Pool } from 'undici';
import { addProposal, type Books } from './books.ts';
import { type HttpRequest, loadOverHttp } from './http-load.ts';
import type { Crowd } from './investing.ts';
import type { Claim } from './measure.ts';

const AT_ONCE = 32;
/** A person waits for so long. */
const GOOD_MS = 1_000;
/** A request that is not answered by then is a wrong answer. */
const ANSWER_MS = 10_000;
const TICK_MS = 5;
const LOANS = 20;

async function addLoans({ books, owner }: Crowd): Promise<ProposalId[]> {
  const loans: ProposalId[] = [];
  for (let number = 0; number < LOANS; number += 1) loans.push(await addProposal(books, owner.id));
  return loans;
}

/** Eight reads, one backing and one look at the own account in each ten, by many people. */
function mixedRequests({ people }: Crowd, loans: readonly ProposalId[]): HttpRequest[] {
  return people.slice(0, 2_000).map(({ token }, index): HttpRequest => {
    const loan = String(loans[index % LOANS]);
    const own = { authorization: `Bearer ${token}` };
    const read = (path: string, headers?: Record<string, string>): HttpRequest => ({
      method: 'GET',
      path,
      ...(headers && { headers }),
    });
    switch (index % 10) {
      case 0:
        return {
          method: 'POST',
          path: '/api/borrow/backProposal',
          headers: { ...own, 'content-type': 'application/json' },
          body: JSON.stringify({ proposalId: loan, amount: 1 }),
        };
      case 1:
        return read('/api/identity/current-user', own);
      case 2:
      case 3:
        return read('/api/borrow/openProposals');
      case 4:
      case 5:
        return read(`/api/borrow/findOne?id=${loan}`);
      case 6:
        return read(`/api/borrow/findOne?id=${loan}`, own);
      default:
        return read('/api/borrow/proposalsNotByUserAddress', own);
    }
  });
}

/** The answers to what was offered: everything is answered, and with a success or 503 and a time to come back. */
type Answers = {
  /** The ids of the investments that were acknowledged. */
  readonly backed: string[];
  readonly wrong: string[];
  refused: number;
};

export type Overload = {
  /**
   * Good answers a second, offered `times` what 32 clients carry that each wait for their answer, to what those are answered.
   * @param proxy that answers at the address, if one does
   */
  readonly claimAt: (url: string, proxy?: string) => Claim;
  /** @returns what was answered and how often it was refused. @throws Error for a wrong answer, and for a backing that is lost or doubled */
  readonly checkAnswers: (db: Books['db']) => Promise<string>;
};

/** Adds loans to the books, of which the server may get a copy. */
export async function openOverload(crowd: Crowd, times: number): Promise<Overload> {
  const carriedRequests = mixedRequests(crowd, await addLoans(crowd));
  const loans = await addLoans(crowd);
  const requests = mixedRequests(crowd, loans);
  const answers: Answers = { backed: [], wrong: [], refused: 0 };
  let carried = 0;
  const closedLoop = async (url: string, seconds: number): Promise<number> => {
    const load = { url, connections: AT_ONCE, seconds, withKeys: true, requests: carriedRequests };
    return (carried = await loadOverHttp(load));
  };
  const claimAt = (url: string, proxy?: string): Claim => ({
    title: `a mixed load, ${times} times as much as is carried, ${crowd.books.kind}${proxy ? ` behind ${proxy}` : ''}`,
    unit: 'good answers/s',
    above: {
      name: `offered ${times} times that`,
      prepare: async () => {
        if (carried === 0) await closedLoop(url, 2);
        // The round before has ended.
        await sleep(GOOD_MS);
      },
      measure: (seconds) => offer({ url, requests, perSecond: carried * times, seconds }, answers),
    },
    below: { name: `${AT_ONCE} who wait for their answer`, measure: (seconds) => closedLoop(url, seconds) },
    required: 0.8,
    aim: 0.95,
    rounds: 3,
    seconds: 5,
  });
  const checkAnswers = async (db: Books['db']): Promise<string> => {
    const { backed, wrong, refused } = answers;
    const rows = await db.selectFrom('investments').select('id').where('proposalId', 'in', loans).execute();
    const kept = rows.map(({ id }) => String(id));
    const unequal = new Set(backed).symmetricDifference(new Set(kept)).size + backed.length - new Set(backed).size;
    if (wrong.length > 0) throw new Error(`${wrong.length} wrong answers: ${[...new Set(wrong)].join('; ')}`);
    if (unequal > 0) throw new Error(`${backed.length} backings were acknowledged and ${kept.length} kept`);
    return `${backed.length} acknowledged backings, all kept, none twice; ${refused} refused, each with a time to come back`;
  };
  return { claimAt, checkAnswers };
}

type Offer = {
  readonly url: string;
  readonly requests: readonly HttpRequest[];
  readonly perSecond: number;
  readonly seconds: number;
};

/**
 * Sends at its own pace, whatever comes back, by the client that takes the least of the machine that both share.
 * @returns the successes a second that came within a second
 */
async function offer({ url, requests, perSecond, seconds }: Offer, answers: Answers): Promise<number> {
  const pool = new Pool(url, { connections: 4_000, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  const startedAtMs = performance.now();
  let sent = 0;
  let good = 0;
  const underWay = new Set<Promise<void>>();
  while (performance.now() - startedAtMs < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAtMs) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      const request = requests[sent % requests.length] as HttpRequest;
      const work = isGood(pool, request, `overload-${startedAtMs}-${sent}`, answers).then((was) => {
        if (was) good += 1;
      });
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(underWay);
  await pool.destroy();
  return good / seconds;
}

function isGood(pool: Pool, asked: HttpRequest, key: string, answers: Answers): Promise<boolean> {
  const sentAtMs = performance.now();
  const { method, path, headers, body } = asked;
  const all = { ...headers, 'idempotency-key': key };
  const answer = { status: 0, mayReturn: false, body: '' };
  return new Promise((resolve) => {
    pool.dispatch(
      { method, path, headers: all, body: body ?? null },
      {
        onRequestStart: () => {},
        onResponseStart: (_, status, had) => {
          answer.status = status;
          answer.mayReturn = had['retry-after'] !== undefined;
        },
        onResponseData: (_, chunk) => {
          if (answer.status === 201) answer.body += chunk.toString();
        },
        onResponseEnd: () => {
          note(answer, answers);
          resolve(answer.status < 300 && performance.now() - sentAtMs <= GOOD_MS);
        },
        onResponseError: (_, { message }) => {
          answers.wrong.push(message);
          resolve(false);
        },
      },
    );
  });
}

type Answer = { readonly status: number; readonly mayReturn: boolean; readonly body: string };

function note({ status, mayReturn, body }: Answer, answers: Answers): void {
  if (status === 503 && mayReturn) answers.refused += 1;
  else if (status === 201) answers.backed.push(JSON.parse(body).data.id);
  else if (status !== 200) answers.wrong.push(`${status}`);
}
