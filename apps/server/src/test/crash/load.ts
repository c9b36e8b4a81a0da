import { randomUUID } from 'node:crypto';
import type { ProposalId } from '@sathi/domain/ids.ts';
import type { SignedInPerson } from './place.ts';

/** One backing as a client keeps it until it knows its outcome. */
export type Sent = {
  readonly key: string;
  readonly backer: SignedInPerson;
  readonly dollars: number;
  /** The investment's id from the answer; null while the client cannot know the outcome. */
  acknowledgedAs: string | null;
};

const AT_ONCE = 24;
const DOLLARS = [1, 2.5, 40, 7.01];

/** Many backers send backing after backing; each ends when its connection breaks. Every request is added to `sent`. */
export async function backUntilCutOff(
  url: string,
  proposalId: ProposalId,
  backers: readonly SignedInPerson[],
  sent: Sent[],
): Promise<void> {
  const backer = async (): Promise<void> => {
    for (;;) {
      const request: Sent = {
        key: randomUUID(),
        backer: backers[sent.length % backers.length] as SignedInPerson,
        dollars: DOLLARS[sent.length % DOLLARS.length] as number,
        acknowledgedAs: null,
      };
      sent.push(request);
      const id = await send(url, proposalId, request);
      if (id === null) return;
      request.acknowledgedAs = id;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, backer));
}

/** Sends every request once more with the same keys. @returns the id that each got, in order */
export async function sendAgain(
  url: string,
  proposalId: ProposalId,
  sent: readonly Sent[],
): Promise<(string | null)[]> {
  const ids: (string | null)[] = [];
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < sent.length) {
      const index = next++;
      ids[index] = await send(url, proposalId, sent[index] as Sent);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return ids;
}

/** @returns the investment's id, or null when no answer came; any other answer than a success is an error */
export async function send(
  url: string,
  proposalId: ProposalId,
  { key, backer, dollars }: Sent,
): Promise<string | null> {
  let answer: { status: number; body: unknown };
  try {
    const response = await fetch(`${url}/api/borrow/backProposal`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${backer.token}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ proposalId: String(proposalId), amount: dollars }),
    });
    answer = { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
  if (answer.status !== 201) throw new Error(`a backing was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { data: { id: string } }).data.id;
}
