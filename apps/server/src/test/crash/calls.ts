import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { FORM } from '../loans.ts';
import { ROI } from '../world.ts';
import type { SignedInPerson } from './place.ts';

const DAY_MS = 86_400_000;

export type Answer = { readonly status: number; readonly body: any };
export type Ask = {
  readonly as: Pick<SignedInPerson, 'token'>;
  readonly method?: string;
  /** The address below `/api/`. */
  readonly call: string;
  readonly body?: object;
  readonly key?: string;
};

/** Calls of people over HTTP who come again, with the same key, as long as they are told to. */
export type Caller = {
  readonly ask: (url: string, asked: Ask) => Promise<Answer>;
  /** The data of an answer that must be a success. */
  readonly did: (url: string, asked: Ask) => Promise<any>;
  /** How often somebody was told to come again. */
  readonly told: () => number;
  /** The milliseconds that each answer took, oldest first. */
  readonly waits: number[];
};

export function createCaller(): Caller {
  const waits: number[] = [];
  let told = 0;
  const ask: Caller['ask'] = async (url, { as, method = 'POST', call, body = {}, key = randomUUID() }) => {
    const headers = {
      authorization: `Bearer ${as.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    for (;;) {
      const from = performance.now();
      const request = { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body) }) };
      const answer = await fetch(`${url}/api/${call}`, request);
      const read = { status: answer.status, body: await answer.json() };
      waits.push(performance.now() - from);
      if (answer.status !== 503) return read;
      const seconds = answer.headers.get('retry-after');
      expect(seconds).toMatch(/^[1-9]\d?$/);
      told += 1;
      await sleep(Number(seconds) * 1000);
    }
  };
  const did: Caller['did'] = async (url, asked) => {
    const { status, body } = await ask(url, asked);
    expect(status, `${asked.call}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return body.data;
  };
  return { ask, did, told: () => told, waits };
}

/** Publishes a loan of so many dollars. @returns its id */
export async function publish(
  { did }: Caller,
  url: string,
  owner: SignedInPerson,
  { amount, title = FORM.title }: { readonly amount: number; readonly title?: string },
): Promise<string> {
  const startDate = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  const body = { ...FORM, startDate, title, amount, mfiId: String(ROI) };
  return (await did(url, { as: owner, call: 'borrow', body })).id;
}

export type Parties = { readonly owner: SignedInPerson; readonly officer: SignedInPerson };

/** Lets the money of a loan that is fully backed go out. */
export async function release({ did }: Caller, url: string, loan: string, { officer }: Parties): Promise<void> {
  for (const what of ['approveProposal', 'releaseFunds']) {
    await did(url, { as: officer, call: `mfi/${what}?mfiId=${ROI}&proposalId=${loan}` });
  }
}

/** Pays dollars back, which the officer approves. @returns the payment's id */
export async function repay(
  { did }: Caller,
  url: string,
  { loan, amount, owner, officer }: Parties & { readonly loan: string; readonly amount: number },
): Promise<string> {
  const body = { proposalId: loan, amount };
  const { id } = await did(url, { as: owner, call: 'borrow/proposalPayment', body });
  const call = `borrow/approvePayment?proposalId=${loan}&id=${id}`;
  await did(url, { as: officer, method: 'PATCH', call });
  return id;
}
