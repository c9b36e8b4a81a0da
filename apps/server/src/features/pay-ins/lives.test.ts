import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { RefusalError } from '../../errors/refusal-error.ts';
import { listViolations } from '../../ledger/audit.ts';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, type Loan, people, useLoans } from '../../test/loans.ts';
import { type Answer, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';
import { lapseBackings } from './lapse.service.ts';

/** One seed by default, so that a failure is about the change that was made. For a night: LIVES=2000 LIVES_SEED=$RANDOM. */
const LIVES = Number(process.env['LIVES'] ?? 16);
const SEED = Number(process.env['LIVES_SEED'] ?? 3);
const DAY_MS = 86_400_000;

const world = useWorld();
const loans = useLoans(world);
let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  await expectMoney(world, ROI);
});

const ACTS = [
  'back',
  'back',
  'back',
  'receive',
  'receive',
  'bounce',
  'lapse',
  'release',
  'advance',
  'advance',
  'bounce',
  'send',
  'pay',
  'pay',
  'pay',
  'payAll',
  'reverse',
  'forgive',
  'default',
  'writeOff',
  'writeOff',
  'close',
] as const;
type Step = {
  readonly act: (typeof ACTS)[number];
  readonly who: number;
  readonly loan: number;
  readonly cents: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat(2),
  loan: fc.nat(1),
  cents: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 5000 }), fc.constant(3000)),
});

const seen = new Set<string>();
/** A refused act is as good as a done one; only a fault of the server fails. */
const note = (act: string, { status }: Pick<Answer, 'status'>) => {
  expect(status, act).toBeLessThan(500);
  if (status < 300) seen.add(act);
};

/** Lets days pass, but never beyond day 360: a session lasts a year, and so does a life. */
const pass = (days: number) => {
  const next = world.now.getTime() + days * DAY_MS;
  if (next < NOW.getTime() + 360 * DAY_MS) world.now = new Date(next);
};
const ofLoan = ({ id }: Loan) => `proposalId=${id}`;

/** Whether a loan is running: the acts below let time pass only then, so that other loans get so far. */
const isRunning = async (loan: Loan) => done(await loans.find(loan, loan.owner)).status === 5;

/** The acts that end a loan in other ways than repayment, and a payment that is taken back. */
const END_ACTS: Partial<Record<Step['act'], (loan: Loan, user: Person) => Promise<void>>> = {
  reverse: async (loan) => {
    const payments = await world.call('GET', `/api/borrow/proposalPayments?${ofLoan(loan)}`, { as: loan.owner });
    const [last] = payments.body.data.filter(({ state }: { state: string }) => state === 'approved');
    if (last === undefined) return;
    const path = `/api/borrow/reversePayment?${ofLoan(loan)}&id=${last.id}`;
    note('reverse', await world.call('PATCH', path, { as: officers[1], body: { reason: 'Bounced' } }));
  },
  forgive: async (loan, as) => {
    if (!(await isRunning(loan))) return;
    pass(31);
    await proveNow(world, as);
    note('forgive', await world.call('POST', '/api/borrow/forgive', { as, body: { proposalId: loan.id } }));
  },
  default: async (loan) => {
    if (!(await isRunning(loan))) return;
    pass(220);
    await lookForDefaults(world.outside);
    const body = { reason: 'Gone', cause: 'borrower' };
    note('default', await world.call('POST', `/api/mfi/default?${ofLoan(loan)}`, { as: officers[0], body }));
  },
  writeOff: async (loan) => {
    if (!(await isRunning(loan))) return;
    pass(31);
    const path = `/api/mfi/writeOff?${ofLoan(loan)}`;
    note('enter', await world.call('POST', path, { as: officers[0], body: { reason: 'Gone' } }));
    note('writeOff', await world.call('PATCH', path, { as: officers[1], body: { state: 'approved' } }));
  },
};

/** A loan that is lent whole and sent, so that many lives reach its ends. */
async function begin(loan: Loan, [first, second]: readonly Person[]): Promise<void> {
  for (const user of [first, second] as Person[]) {
    done(await loans.back(loan, user, 30));
    await receiveAtRoi(world, officers[0], user, 3000);
  }
  await loans.decide('approveProposal', loan, { as: officers[0] });
  done(await loans.decide('releaseFunds', loan, { as: officers[1] }));
  const { id } = done(await loans.withdraw(loan));
  done(await loans.moveWithdrawal(id, officers[1], { state: 'sent', reference: 'Slip' }));
}

/** How many loans ended in each way. */
const ends = { repaid: 0, defaulted: 0, writtenOff: 0, forgiven: 0 };
async function countEnds(own: readonly Loan[]): Promise<void> {
  for (const loan of own) {
    const page = await loans.find(loan, loan.owner);
    const { status, defaultedAt, closedReason, forgivenAmount } = done(page);
    ends.repaid += Number(status === 6);
    ends.defaulted += Number(defaultedAt !== null);
    ends.writtenOff += Number(closedReason === 'written_off');
    ends.forgiven += Number(forgivenAmount > 0);
  }
}

async function live(steps: readonly Step[]): Promise<void> {
  world.now = NOW;
  const backers = (await people(world, 3)) as [Person, Person, Person];
  const form = { amount: 60 };
  const own = [
    await loans.newLoan({ officer: officers[0], form }),
    await loans.newLoan({ officer: officers[0], form }),
  ];
  if (steps[0]?.who === 0) await begin(own[0] as Loan, backers);
  const receipts: { readonly id: number; readonly user: Person }[] = [];
  const take = async (act: string, work: () => Promise<unknown>) => {
    try {
      await work();
      seen.add(act);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
    }
  };
  for (const { act, who, loan: index, cents } of steps) {
    const [user, loan] = [backers[who] as Person, own[index] as Loan];
    if (act === 'back') note(act, await loans.back(loan, user, cents / 100));
    if (act === 'receive') {
      const { id } = await receiveAtRoi(world, officers[0], user, cents);
      receipts.push({ id, user });
      seen.add(act);
    }
    if (act === 'bounce') {
      const [last] = receipts.splice(who % Math.max(1, receipts.length), 1);
      if (last) await take(act, () => takeBackAtRoi(world, officers[1], last.user, last.id as never));
    }
    if (act === 'lapse') {
      pass(6);
      if ((await lapseBackings(world.db, world.outside.now)) > 0) seen.add(act);
    }
    if (act === 'release' || act === 'advance') {
      await loans.decide('approveProposal', loan, { as: officers[0] });
      const body = { advance: act === 'advance' };
      note(act, await loans.decide('releaseFunds', loan, { as: officers[1], body }));
    }
    if (act === 'send') {
      const asked = await loans.withdraw(loan);
      const sent = { state: 'sent', reference: 'Slip' };
      if (asked.status < 300) note(act, await loans.moveWithdrawal(asked.body.data.id, officers[1], sent));
    }
    if (act === 'pay') {
      const paid = await loans.pay(loan, cents / 100);
      if (paid.status < 300) note(act, await loans.decidePayment('approvePayment', loan, paid.body.data.id));
    }
    if (act === 'payAll') {
      const { outstandingAmount } = done(await loans.find(loan, loan.owner));
      const paid = await loans.pay(loan, outstandingAmount);
      if (paid.status < 300) note(act, await loans.decidePayment('approvePayment', loan, paid.body.data.id));
    }
    if (END_ACTS[act]) await END_ACTS[act](loan, user);
    if (act === 'close') note(act, await loans.decide('returnProposal', loan));
  }
  expect(await listViolations(world.db)).toEqual([]);
  await countEnds(own);
}

test(`after ${LIVES} random lives of loans the books, the documents and the position agree (R24.7, seed ${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), live), {
    numRuns: LIVES,
    seed: SEED,
    endOnFailure: true,
  });
  const { rows } = await sql<{ kind: string }>`select distinct kind from journals order by kind`.execute(world.db);
  const kinds = rows.map(({ kind }) => kind);
  for (const kind of [
    'settled',
    'unsettled',
    'lapsed',
    'taken_over',
    'received_reversed',
    'release',
    'payment_approved',
    'payment_reversed',
    'forgiven',
    'written_off',
  ])
    expect(kinds).toContain(kind);
  // Each end is reached by at least 3 in 100 loans (R29.2, R29.3, R30.1).
  for (const count of Object.values(ends)) expect(count, JSON.stringify(ends)).toBeGreaterThanOrEqual(LIVES * 2 * 0.03);
});
