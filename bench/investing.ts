import { randomUUID } from 'node:crypto';
import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import { createKeyedBatcher } from '../apps/server/src/http/batch.ts';
import type { Database } from '../apps/server/src/db/db.ts';
import { investBatch } from '../apps/server/src/features/investments/investments.service.ts';
import type { Backing } from '../apps/server/src/features/investments/judge-backings.ts';
import { keyedHash } from '../apps/server/src/config/keyed-hash.ts';
import { deriveKeys } from '../apps/server/src/config/secret.ts';
import { turnToExpected } from '../apps/server/src/ledger/turn-to-expected.ts';
import { addPeople, addProposal, type Books, DCBS, type Person, ROI } from './books.ts';
import { type Claim, ratePerSecond, type Side } from './measure.ts';
import { backNaively } from './naive-investing.ts';

export const BACKERS_AT_ONCE = 128;
const PEOPLE = 5_000;
const ONE_DOLLAR = 100 as Cents;
const HASH_KEYS = deriveKeys([Buffer.alloc(32)], 'requests');

export type Crowd = { readonly books: Books; readonly people: readonly Person[]; readonly owner: Person };

export async function gatherCrowd(books: Books): Promise<Crowd> {
  const [owner, ...people] = (await addPeople(books, PEOPLE + 1)) as [Person, ...Person[]];
  return { books, people, owner };
}

/** The people of the crowd in turn, each time with a new request. */
export function backingsOf({ people }: Crowd): () => Backing {
  let next = 0;
  return () => {
    const { id, subject } = people[next++ % people.length] as Person;
    return {
      investor: { id, mfiIds: [] },
      amountCents: ONE_DOLLAR,
      anonymous: false,
      attempt: {
        scope: `subject:${subject}`,
        key: randomUUID(),
        requestHash: keyedHash(HASH_KEYS, ['backProposal', null, null, { amount: 1 }]),
        encode: (data) => ({ status: 201, response: { success: true, data } }),
      },
    };
  };
}

type Back = (proposalId: ProposalId, backing: Backing) => Promise<unknown>;

/** The whole crowd backs one new proposal at once; each round has its own. */
function hotProposal(
  crowd: Crowd,
  name: string,
  back: Back,
  measure: typeof ratePerSecond,
  workers: number,
  mfiId: MfiId = ROI,
): Side {
  const nextBacking = backingsOf(crowd);
  let proposalId: ProposalId;
  return {
    name,
    prepare: async () => {
      proposalId = await addProposal(crowd.books, crowd.owner.id, mfiId);
    },
    measure: (seconds) => measure(workers, seconds, () => back(proposalId, nextBacking())),
  };
}

export function batchedSide(crowd: Crowd, measure = ratePerSecond, workers = BACKERS_AT_ONCE, mfiId?: MfiId): Side {
  const { db } = crowd.books;
  const invest = createKeyedBatcher(
    (proposalId: ProposalId, backings: readonly Backing[]) => investBatch(db, proposalId, backings, () => new Date()),
    { retriesAlone: true },
  );
  return hotProposal(crowd, 'batched', invest, measure, workers, mfiId);
}

function naiveSide(crowd: Crowd, measure = ratePerSecond, workers = BACKERS_AT_ONCE): Side {
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

/** The least that a hot row costs: one statement that adds one to it, committed by itself, with no rule, book or answer. */
export async function bareUpdateClaim(crowd: Crowd): Promise<Claim> {
  const { db } = crowd.books;
  await sql`create table hot_row (id integer primary key, count bigint not null)`.execute(db);
  await sql`insert into hot_row values (1, 0)`.execute(db);
  const update = () => sql`update hot_row set count = count + ${1} where id = 1`.execute(db);
  return {
    title: `backings of one proposal by ${BACKERS_AT_ONCE} people at once and a bare row, postgres`,
    unit: 'backings and updates/s',
    above: batchedSide(crowd),
    below: { name: 'a bare UPDATE', measure: (seconds) => ratePerSecond(BACKERS_AT_ONCE, seconds, update) },
    required: 1.5,
    aim: 2,
  };
}

/** An institution that awaits the money of its backers, beside one that trusts them: it locks fewer rows (R24.2). */
export async function awaitedClaim(crowd: Crowd): Promise<Claim> {
  const turning = { mfiId: DCBS, actorId: null, idempotencyKey: 'bench', requestHash: '', at: new Date() };
  await crowd.books.db.transaction().execute((tx) => turnToExpected(tx, turning));
  return {
    title: `backings by ${BACKERS_AT_ONCE} people at once whose money is awaited, postgres`,
    unit: 'backings/s',
    above: { ...batchedSide(crowd, ratePerSecond, BACKERS_AT_ONCE, DCBS), name: 'awaited' },
    below: { ...batchedSide(crowd), name: 'trusted' },
    required: 0.8,
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
