import { randomUUID } from 'node:crypto';
import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { createKeyedBatcher } from '../apps/server/src/batch.ts';
import type { Database } from '../apps/server/src/db/db.ts';
import { type Backing, investBatch } from '../apps/server/src/features/investments/investments.service.ts';
import { hashRequest } from '../apps/server/src/http/idempotency.ts';
import { addPeople, addProposal, type Books, type Person } from './books.ts';
import { type Claim, ratePerSecond, type Side } from './measure.ts';
import { backNaively } from './naive-investing.ts';

export const BACKERS_AT_ONCE = 128;
const PEOPLE = 5_000;
const ONE_DOLLAR = 100 as Cents;
const HASH_KEY = Buffer.alloc(32, 7);

export type Crowd = { readonly books: Books; readonly people: readonly Person[]; readonly owner: Person };

export async function gatherCrowd(books: Books): Promise<Crowd> {
  const [owner, ...people] = (await addPeople(books, PEOPLE + 1)) as [Person, ...Person[]];
  return { books, people, owner };
}

/** The people of the crowd in turn, each time with a new request. */
function backingsOf({ people }: Crowd): () => Backing {
  let next = 0;
  return () => {
    const { id, subject } = people[next++ % people.length] as Person;
    return {
      investor: { id, mfiIds: [] },
      amountCents: ONE_DOLLAR,
      attempt: {
        scope: `subject:${subject}`,
        key: randomUUID(),
        requestHash: hashRequest(HASH_KEY, ['backProposal', null, null, { amount: 1 }]),
        encode: (data) => ({ status: 201, response: { success: true, data } }),
      },
    };
  };
}

type Back = (proposalId: ProposalId, backing: Backing) => Promise<unknown>;

/** Everybody backs one new proposal at once; each round has its own. */
function hotProposal(crowd: Crowd, name: string, back: Back, measure: typeof ratePerSecond, workers: number): Side {
  const nextBacking = backingsOf(crowd);
  let proposalId: ProposalId;
  return {
    name,
    prepare: async () => {
      proposalId = await addProposal(crowd.books, crowd.owner.id);
    },
    measure: (seconds) => measure(workers, seconds, () => back(proposalId, nextBacking())),
  };
}

export function batchedSide(crowd: Crowd, measure = ratePerSecond, workers = BACKERS_AT_ONCE): Side {
  const { db } = crowd.books;
  const invest = createKeyedBatcher(
    (proposalId: ProposalId, backings: readonly Backing[]) => investBatch(db, proposalId, backings, new Date()),
    { retriesAlone: true },
  );
  return hotProposal(crowd, 'batched', invest, measure, workers);
}

export function naiveSide(crowd: Crowd, measure = ratePerSecond, workers = BACKERS_AT_ONCE): Side {
  const back: Back = (proposalId, backing) => backNaively(crowd.books.db, proposalId, backing, new Date());
  return hotProposal(crowd, 'one transaction each', back, measure, workers);
}

export function batchingClaim(crowd: Crowd, kind: Database['kind']): Claim {
  return {
    title: `backings of one proposal by ${BACKERS_AT_ONCE} people at once, ${kind}`,
    unit: 'backings/s',
    above: batchedSide(crowd),
    below: naiveSide(crowd),
    ...(kind === 'postgres' && { required: 10, aim: 25 }),
  };
}

/** One person alone: batching must not make them wait. Both sides answer how many one after another fit into a second. */
export function idleClaim(crowd: Crowd): Claim {
  return {
    title: 'a backing alone, nobody else at the door, postgres',
    unit: 'backings/s',
    above: batchedSide(crowd, ratePerSecond, 1),
    below: naiveSide(crowd, ratePerSecond, 1),
    required: 0.7,
    rounds: 9,
    seconds: 1,
  };
}
