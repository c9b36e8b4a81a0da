import { beforeEach, describe, expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, useWorld } from '../../test/world.ts';
import { expireProposals } from './approvals.service.ts';

const world = useWorld();
const { newLoan, back, find, history, setStatus } = useLoans(world);

const DAY_MS = 86_400_000;
/** The end of the 30th day in Kolkata, and of the 60th. */
const DEADLINE = new Date('2026-03-02T18:29:59.999Z');
const EXTENDED = new Date('2026-04-01T18:29:59.999Z');
beforeEach(() => {
  world.now = NOW;
});

const extend = (loan: Pick<Loan, 'id'>, as: Person) =>
  world.call('POST', '/api/borrow/extendFunding', { as, body: { proposalId: loan.id } });
const kindsOf = async ({ id }: Person) =>
  (await world.db.selectFrom('notifications').select('kind').where('userId', '=', id).execute()).map(
    ({ kind }) => kind,
  );

describe('R5.6, R31.2: the owner of a proposal that collects gives it more time', () => {
  test('the deadline moves by the days of the institution, its backers hear of it, and backings go on', async () => {
    const loan = await newLoan({ status: 3, backings: [10] });
    const [backer] = loan.backers as [Person];
    expect(done(await find(loan, loan.owner))).toMatchObject({
      fundingDeadline: DEADLINE.toISOString(),
      extendsTo: EXTENDED.toISOString(),
    });
    expect(done(await find(loan, backer)).extendsTo).toBe(null);
    expect(done(await extend(loan, loan.owner))).toEqual({ id: loan.id, fundingDeadline: EXTENDED.toISOString() });
    const card = done(await find(loan, loan.owner));
    expect(card).toMatchObject({ status: 3, fundingDeadline: EXTENDED.toISOString(), extendsTo: null });
    expect(card.allowedActions).not.toContain('extend');
    expect((await history(loan)).at(-1)).toBe('extended');
    expect(await kindsOf(backer)).toContain('extended');
    expect(await kindsOf(loan.owner)).not.toContain('extended');
    world.now = new Date(DEADLINE.getTime() + DAY_MS);
    expect(await expireProposals(world.db, world.outside.now)).toBe(0);
    done(await back(loan, await world.newPerson(), 5));
    world.now = new Date(EXTENDED.getTime() + 2);
    expect(await expireProposals(world.db, world.outside.now)).toBe(1);
  });

  test('it is given once, also by two presses at once, until the proposal is published anew', async () => {
    const loan = await newLoan({ status: 3, backings: [10] });
    const both = await Promise.all([extend(loan, loan.owner), extend(loan, loan.owner)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(refusal(await extend(loan, loan.owner))).toBe('409 already_extended');
    world.now = new Date(EXTENDED.getTime() + 2);
    await expireProposals(world.db, world.outside.now);
    done(await setStatus(loan, loan.owner, 2));
    done(await back(loan, await world.newPerson(), 10));
    expect(done(await extend(loan, loan.owner)).id).toBe(loan.id);
  });

  test('it is refused on the last day, without backers, and to everybody else', async () => {
    const loan = await newLoan({ status: 3, backings: [10] });
    const [backer] = loan.backers as [Person];
    for (const other of [backer, loan.officer]) expect(refusal(await extend(loan, other))).toBe('403 not_permitted');
    const bare = await newLoan();
    expect(refusal(await extend(bare, bare.owner))).toBe('409 wrong_status');
    world.now = new Date(DEADLINE.getTime() - DAY_MS + 1);
    expect(refusal(await extend(loan, loan.owner))).toBe('409 last_day');
    expect(done(await find(loan, loan.owner)).allowedActions).not.toContain('extend');
    world.now = new Date(DEADLINE.getTime() - DAY_MS);
    expect(done(await extend(loan, loan.owner)).fundingDeadline).toBe(EXTENDED.toISOString());
  });
});
