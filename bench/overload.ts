import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { addProposal } from './books.ts';
import { type HttpRequest, loadOverHttp } from './http-load.ts';
import type { Crowd } from './investing.ts';
import type { Claim } from './measure.ts';

const AT_ONCE = 32;
/** A person waits for so long. */
const GOOD_MS = 1_000;
const TICK_MS = 5;
const LOANS = 20;

/** Eight reads, one backing and one look at the own account in each ten, by many people. */
async function mixedRequests({ books, people, owner }: Crowd): Promise<HttpRequest[]> {
  const loans: ProposalId[] = [];
  for (let number = 0; number < LOANS; number += 1) loans.push(await addProposal(books, owner.id));
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

/** Good answers a second, offered `times` what 32 clients carry that each wait for their answer, to what those are answered. */
export async function overloadClaim(crowd: Crowd, url: string, times: number): Promise<Claim> {
  const requests = await mixedRequests(crowd);
  let carried = 0;
  const closedLoop = async (seconds: number): Promise<number> => {
    carried = await loadOverHttp({ url, connections: AT_ONCE, seconds, withKeys: true, requests });
    return carried;
  };
  return {
    title: `a mixed load, ${times} times as much as is carried, postgres`,
    unit: 'good answers/s',
    above: {
      name: `offered ${times} times that`,
      prepare: async () => {
        if (carried === 0) await closedLoop(2);
        // The round before has ended.
        await sleep(GOOD_MS);
      },
      measure: (seconds) => offer({ url, requests, perSecond: carried * times, seconds }),
    },
    below: { name: `${AT_ONCE} who wait for their answer`, measure: closedLoop },
    required: 0.8,
    aim: 0.95,
    rounds: 3,
    seconds: 5,
  };
}

type Offer = {
  readonly url: string;
  readonly requests: readonly HttpRequest[];
  readonly perSecond: number;
  readonly seconds: number;
};

/** Sends at its own pace, whatever comes back. @returns the successes a second that came within a second */
async function offer({ url, requests, perSecond, seconds }: Offer): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4_000 });
  const startedAtMs = performance.now();
  let sent = 0;
  let good = 0;
  const underWay = new Set<Promise<void>>();
  while (performance.now() - startedAtMs < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAtMs) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      const request = requests[sent % requests.length] as HttpRequest;
      const work = isGood(agent, url, request, `overload-${startedAtMs}-${sent}`).then((was) => {
        if (was) good += 1;
      });
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(underWay);
  agent.destroy();
  return good / seconds;
}

function isGood(agent: http.Agent, url: string, asked: HttpRequest, key: string): Promise<boolean> {
  const sentAtMs = performance.now();
  const { method, path, headers, body } = asked;
  return new Promise((resolve) => {
    const options = { agent, method, headers: { ...headers, 'idempotency-key': key }, timeout: 10 * GOOD_MS };
    const request = http.request(new URL(path, url), options, (response) => {
      response.resume();
      response.once('end', () =>
        resolve((response.statusCode ?? 500) < 300 && performance.now() - sentAtMs <= GOOD_MS),
      );
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
    request.end(body);
  });
}
