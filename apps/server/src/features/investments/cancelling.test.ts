import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { attemptOn } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { type Answer, NOW, type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, repay, balance, history, find } = useLoans(world);

const DAY_MS = 86_400_000;
beforeEach(() => {
  world.now = NOW;
});

const cancel = (loan: Pick<Loan, 'id'>, as: Person, id: string, key?: string) =>
  world.call('POST', '/api/borrow/cancelBacking', { as, body: { proposalId: loan.id, id }, ...(key && { key }) });
const ownBackings = (loan: Pick<Loan, 'id'>, as: Person) =>
  world.call('GET', `/api/borrow/backings?proposalId=${loan.id}`, { as });
const outcome = (answer: Answer) => (answer.status < 300 ? 'ok' : refusal(answer));

describe('R31.1, R6.6: a backer takes an own backing back', () => {
  test('credit goes back to credit and the rest outside, and the last one leaves the proposal published (R5.3, T7)', async () => {
    const repaid = await newLoan({ status: 6, form: { amount: 12 } });
    const [backer] = repaid.backers as [Person];
    const loan = await newLoan();
    const credit = await balance('wallet', { user: backer });
    const outside = await balance('world', { user: backer });
    const { id: first } = done(await back(loan, backer, 30));
    const { id: second } = done(await back(loan, backer, 5));
    expect(done(await ownBackings(loan, backer))).toMatchObject({
      backings: [
        { id: first, amount: 30, awaited: 0, toCredit: 12, outside: 18 },
        { id: second, amount: 5, awaited: 0, toCredit: 0, outside: 5 },
      ],
      hindrance: null,
    });
    expect(done(await find(loan, backer)).allowedActions).toContain('cancelBacking');
    expect(done(await cancel(loan, backer, first))).toEqual({
      amount: 30,
      awaited: 0,
      toCredit: 12,
      outside: 18,
      proposal: { status: 3, currentBalance: 5, remainingAmount: 95 },
    });
    expect(done(await cancel(loan, backer, second)).proposal).toEqual({
      status: 2,
      currentBalance: 0,
      remainingAmount: 100,
    });
    expect(await balance('wallet', { user: backer })).toBe(credit);
    expect(await balance('world', { user: backer })).toBe(outside);
    for (const kind of ['escrow', 'owed'] as const) expect(await balance(kind, { loan })).toBe(0);
    expect(await balance('claim', { loan, user: backer })).toBe(0);
    expect(await history(loan)).toEqual(['created', 'locked', 'backing_cancelled', 'backing_cancelled']);
    expect(done(await find(loan, backer))).toMatchObject({ status: 2, backersCount: 0, isBackedByUser: false });
  });

  test('the statement and the movements call it a backing returned, and the owner reads no name (R13.1)', async () => {
    const loan = await newLoan();
    const backer = await world.newPerson({ firstName: 'Selina' });
    const { id } = done(await back(loan, backer, 30));
    done(await cancel(loan, backer, id));
    const { rows, paidIn, paidOut } = done(await world.call('GET', '/api/borrow/statement', { as: backer }));
    expect(rows.map(({ purpose, outside }: { purpose: string; outside: number }) => [purpose, outside])).toEqual([
      ['backing_released', 30],
      ['backing', -30],
    ]);
    expect({ paidIn, paidOut }).toEqual({ paidIn: 30, paidOut: 30 });
    const moves = await world.call('GET', `/api/borrow/transactions?proposalId=${loan.id}`, { as: loan.owner });
    expect(done(moves)[0]).toMatchObject({ purpose: 'backing_released', direction: 'out', amount: 30 });
    const events = await world.call('GET', `/api/borrow/history?proposalId=${loan.id}`, { as: loan.owner });
    expect(done(events)[0]).toMatchObject({ kind: 'backing_cancelled', actorName: null, fromStatus: 3, toStatus: 2 });
  });

  test('up to 24 hours before the deadline, to the millisecond', async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    const { id } = done(await ownBackings(loan, backer)).backings[0];
    const deadline = Date.parse(done(await find(loan)).fundingDeadline);
    world.now = new Date(deadline - DAY_MS + 1);
    expect(refusal(await cancel(loan, backer, id))).toBe('409 too_late');
    expect(done(await ownBackings(loan, backer)).hindrance).toBe('too_late');
    expect(done(await find(loan, backer)).allowedActions).not.toContain('cancelBacking');
    world.now = new Date(deadline - DAY_MS);
    done(await cancel(loan, backer, id));
  });

  test("not from 4 on, not another's, and once", async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    const { id } = done(await ownBackings(loan, backer)).backings[0];
    const other = await world.newPerson();
    expect(refusal(await cancel(loan, other, id))).toBe('404 not_found');
    const { id: last } = done(await back(loan, other, 60));
    expect(refusal(await cancel(loan, backer, id))).toBe('409 wrong_status');
    expect(done(await ownBackings(loan, other))).toMatchObject({ backings: [{ id: last }], hindrance: 'wrong_status' });
    const open = await newLoan({ status: 3 });
    const [theirs] = open.backers as [Person];
    const own = done(await ownBackings(open, theirs)).backings[0].id;
    done(await back(open, other, 10));
    done(await cancel(open, theirs, own));
    expect(refusal(await cancel(open, theirs, own))).toBe('409 wrong_status');
    expect(await balance('escrow', { loan: open })).toBe(1000);
  });

  test('a loan that is backed anew is shared without what was taken back (R9.1)', async () => {
    const loan = await newLoan({ isApproved: true });
    const [left, stays] = [await world.newPerson(), await world.newPerson()];
    const { id } = done(await back(loan, left, 40));
    done(await cancel(loan, left, id));
    done(await back(loan, stays, 100));
    done(await world.call('POST', `/api/mfi/releaseFunds?mfiId=3&proposalId=${loan.id}`, { as: loan.officer }));
    await repay(loan, 50);
    expect(await balance('wallet', { user: stays })).toBe(5000);
    expect(await balance('wallet', { user: left })).toBe(0);
  });
});

describe('R18: the money goes back once', () => {
  test('the books take one cancelling of a backing, and it names the backing', async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    const { id } = done(await ownBackings(loan, backer)).backings[0];
    done(await cancel(loan, backer, id));
    const journal = (investment: string) =>
      attemptOn(world, (tx) =>
        sql`
          insert into journals (proposal_id, kind, amount_cents, investment_id, idempotency_key, request_hash, at)
          values (${Number(loan.id)}, 'cancelled', 4000, ${sql.raw(investment)}, 'again', 'x', now())`.execute(tx),
      );
    expect(await journal(id)).toBe('journals_one_cancelling_per_investment');
    expect(await journal('null')).toBe('journal_names_its_document');
  });

  test('the audit names a cancelled backing that is active again', async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    const { id } = done(await ownBackings(loan, backer)).backings[0];
    done(await cancel(loan, backer, id));
    const undo = new Error('undone');
    const seen: string[] = [];
    const work = world.db.transaction().execute(async (tx) => {
      await sql`update investments set released_at = null where id = ${Number(id)}`.execute(tx);
      seen.push(...(await listViolations(tx)).map(({ violation }) => violation));
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    expect(seen).toContain('a cancelled backing is still active, or another sum');
  });

  test('ten identical requests at once are one', async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    const { id } = done(await ownBackings(loan, backer)).backings[0];
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(loan, backer, id, 'take-back')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await balance('world', { user: backer })).toBe(0);
  });

  test('ten wishes at once are done once', async () => {
    const loan = await newLoan({ status: 3 });
    const [backer] = loan.backers as [Person];
    const { id } = done(await ownBackings(loan, backer)).backings[0];
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(loan, backer, id)));
    expect(answers.map(outcome).sort()).toEqual([...Array.from({ length: 9 }, () => '409 wrong_status'), 'ok']);
    expect(await balance('world', { user: backer })).toBe(0);
    expect(await balance('escrow', { loan })).toBe(0);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'cancel × the backing that fills it: one of the two orders (round %i)',
    async (round) => {
      const loan = await newLoan({ status: 3 });
      const [backer] = loan.backers as [Person];
      const { id } = done(await ownBackings(loan, backer)).backings[0];
      const other = await world.newPerson();
      const both = [() => cancel(loan, backer, id), () => back(loan, other, 60)];
      const sent = (round % 2 ? both : both.toReversed()).map((send) => send());
      const answers = (await Promise.all(sent)).map(outcome);
      const [cancelled, backed] = round % 2 ? answers : answers.toReversed();
      expect(backed).toBe('ok');
      expect(['ok', '409 wrong_status']).toContain(cancelled);
      expect(done(await find(loan))).toMatchObject(
        cancelled === 'ok' ? { status: 3, currentBalance: 60 } : { status: 4, currentBalance: 100 },
      );
    },
  );
});
