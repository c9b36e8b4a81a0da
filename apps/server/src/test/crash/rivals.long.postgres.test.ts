import { randomUUID } from 'node:crypto';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { listViolations } from '../../ledger/audit.ts';
import { tellFigures } from '../figures.ts';
import { ROI } from '../world.ts';
import { type Answer, createCaller, publish, release, repay } from './calls.ts';
import { addPerson, type SignedInPerson, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

/** The full number is for a night. */
const ROUNDS = Number(process.env['RIVAL_ROUNDS'] ?? 3);
const RIVALS = 500;
/** Each fifth rival wants the second loan in the same moment, with the same credit. */
const LOANS = [
  { dollars: 1_000, everyRival: 1 },
  { dollars: 200, everyRival: 5 },
];
/** A rival wants one of these, in each round the next; in every second round each hundredth wants the whole loan. */
const PART_DOLLARS = [1, 2.5, 7.01, 4];
const TIMEOUT_MS = 120_000 + 30_000 * ROUNDS;
const REFUSALS = ['409 wrong_status', '422 amount_above_remaining'];

const place = usePlace();
const start = useServerProcesses();
const caller = createCaller();

/** One backing with its last answer, which is no 503. */
type Backing = { readonly key: string; readonly rival: SignedInPerson; readonly body: object; readonly answer: Answer };
type Money = Map<number, number>;

test(
  `${RIVALS} rivals at once fill a loan exactly and spend each credit once, ${ROUNDS} times (R6.2, R6.3)`,
  async () => {
    const { officer, rivals } = await place.look(prepare);
    const server = start(place.env());
    const url = await server.ready;
    const sums = { backed: 0, refused: 0, fromCredit: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await place.look(addPerson);
      const loans = await Promise.all(LOANS.map(({ dollars }) => publish(caller, url, owner, { amount: dollars })));
      const before = await place.look(creditOf);
      const crowds = await Promise.all(
        LOANS.map(({ dollars, everyRival }, index) => {
          const crowd = rivals.filter((_, rival) => (rival + round) % everyRival === 0);
          const wishes = crowd.flatMap((rival, number) => wishesOf(rival, number, round, dollars));
          return Promise.all(wishes.map(({ rival, amount }) => backUntilFull(url, loans[index]!, rival, amount)));
        }),
      );
      const backings = crowds.map((each) => each.flat());
      const after = await place.look(creditOf);
      expect(
        backings
          .flat()
          .map(outcome)
          .filter((each) => each !== '201' && !REFUSALS.includes(each)),
      ).toEqual([]);
      for (const [index, { dollars }] of LOANS.entries()) {
        await place.look((db) => expectExactlyFull(db, loans[index]!, dollars, backings[index]!.filter(isDone)));
      }
      const spent = new Map(before);
      for (const { rival, answer } of backings.flat().filter(isDone)) {
        spent.set(rival.id, (spent.get(rival.id) ?? 0) - centsOf(answer.body.data.fromCredit));
        sums.fromCredit += centsOf(answer.body.data.fromCredit);
      }
      // The dollars that each answer said came from credit are those that have left it.
      expect(after).toEqual(new Map([...spent].filter(([, cents]) => cents !== 0)));
      await expectSameAnswers(url, backings.flat());
      expect(await place.look(creditOf)).toEqual(after);
      sums.backed += backings.flat().filter(isDone).length;
      sums.refused += backings.flat().length;
      // Its money goes out and comes back, so that the rivals of the next round have credit.
      for (const [index, { dollars }] of LOANS.entries()) {
        const loan = loans[index]!;
        await release(caller, url, loan, { owner, officer });
        await repay(caller, url, { loan, amount: dollars, owner, officer });
      }
      expect(await place.look(listViolations)).toEqual([]);
    }
    if (ROUNDS > 1) expect(sums.fromCredit).toBeGreaterThan(0);
    expect(await server.signal('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    tellFigures(
      `${ROUNDS} rounds of ${RIVALS} rivals: ${sums.backed} backings, ${sums.refused - sums.backed} refused, ${caller.told()} told to come again; $${sums.fromCredit / 100} of credit, each spent once`,
    );
  },
  TIMEOUT_MS,
);

async function prepare(db: Db) {
  const officer = await addPerson(db);
  await db.insertInto('mfiStaff').values({ mfiId: ROI, userId: officer.id, role: 'manager' }).execute();
  const rivals: SignedInPerson[] = [];
  for (let count = 0; count < RIVALS; count += 1) rivals.push(await addPerson(db));
  return { officer, rivals };
}

type Wish = { readonly rival: SignedInPerson; readonly amount: number };

/** Each fifth rival sends two backings at once. */
function wishesOf(rival: SignedInPerson, number: number, round: number, whole: number): Wish[] {
  const part = { rival, amount: PART_DOLLARS[(number + round) % PART_DOLLARS.length]! };
  if (round % 2 === 1 && number % 100 === 99) return [{ rival, amount: whole }];
  return number % 5 === 0 ? [part, part] : [part];
}

/** A rival who wants more than is left wants all of that then. @returns all that they sent */
async function backUntilFull(url: string, loan: string, rival: SignedInPerson, wanted: number): Promise<Backing[]> {
  const sent: Backing[] = [];
  for (let amount = wanted; ; ) {
    const [key, body] = [randomUUID(), { proposalId: loan, amount }];
    const answer = await caller.ask(url, { as: rival, call: 'borrow/backProposal', body, key });
    sent.push({ key, rival, body, answer });
    if (answer.body.code !== 'amount_above_remaining') return sent;
    amount = answer.body.remainingAmount;
  }
}

const isDone = ({ answer }: Backing): boolean => answer.status === 201;
const outcome = ({ answer: { status, body } }: Backing): string => (status === 201 ? '201' : `${status} ${body.code}`);
const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** The credit of each person who has some, in cents. */
async function creditOf(db: Db): Promise<Money> {
  const rows = await db
    .selectFrom('accounts')
    .select(['userKey', 'balanceCents'])
    .where('kind', '=', 'wallet')
    .where('balanceCents', '<>', 0 as never)
    .execute();
  return new Map(rows.map(({ userKey, balanceCents }) => [Number(userKey), balanceCents]));
}

async function expectExactlyFull(db: Db, loan: string, dollars: number, done: readonly Backing[]): Promise<void> {
  const { rows } = await sql<{ id: number; cents: number }>`
    select id, amount_cents as cents from investments where proposal_id = ${Number(loan) as ProposalId}`.execute(db);
  const kept = rows.map(({ id, cents }) => [String(id), cents] as const);
  const acknowledged = done.map(({ answer }) => [answer.body.data.id, centsOf(answer.body.data.amount)] as const);
  expect(new Map(kept)).toEqual(new Map(acknowledged));
  expect(kept).toHaveLength(acknowledged.length);
  expect(kept.reduce((sum, [, cents]) => sum + cents, 0)).toBe(centsOf(dollars));
  const { rows: accounts } = await sql<{ cents: number }>`
    select balance_cents as cents from accounts where kind = 'escrow' and proposal_key = ${Number(loan)}`.execute(db);
  expect(accounts).toEqual([{ cents: centsOf(dollars) }]);
  expect(await listViolations(db)).toEqual([]);
}

/** A success is told again word for word; a refusal stays one. */
async function expectSameAnswers(url: string, backings: readonly Backing[]): Promise<void> {
  await Promise.all(
    backings.map(async ({ key, rival, body, answer }) => {
      const again = await caller.ask(url, { as: rival, call: 'borrow/backProposal', body, key });
      if (answer.status === 201) expect(again).toEqual(answer);
      else expect(again.status).toBe(409);
    }),
  );
}
