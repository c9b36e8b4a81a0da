import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney, payInAccount, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { tellOldDebts } from './own-money.jobs.ts';

const world = useWorld();
const { newLoan, back, decide, repay } = useLoans(world);
const { heard } = useBells(world);

const DAY_MS = 86_400_000;
let officers: readonly [Person, Person, Person];
let accountId: string;
beforeAll(async () => {
  officers = [
    await world.newPerson({ staffOf: [ROI] }),
    await world.newPerson({ staffOf: [ROI] }),
    await world.newPerson({ staffOf: [ROI] }),
  ];
  await expectMoney(world, ROI);
  accountId = await payInAccount(world, officers[0]);
});
beforeEach(() => {
  world.now = NOW;
});

const draw = (amount: number, as: Person, more: object = {}) =>
  world.call('POST', '/api/mfi/ownMoney?mfiId=3', { as, body: { amount, accountId, reference: 'TRX 9', ...more } });
const position = async () => done(await world.call('GET', '/api/mfi/position?mfiId=3', { as: officers[0] }));

describe('the institution takes out what came home (R19.8)', () => {
  test('other staff than advanced it, and the position falls by it', async () => {
    const loan = await newLoan({ officer: officers[0], form: { amount: 40 } });
    done(await back(loan, await world.newPerson(), 40));
    done(await decide('approveProposal', loan, { as: officers[0] }));
    done(await decide('releaseFunds', loan, { as: officers[1], body: { advance: true } }));
    await repay({ ...loan, officer: officers[2] }, 20);
    const before = await position();
    expect(before.house).toEqual({ stillOut: 20, credit: 20 });
    expect(refusal(await draw(20, officers[1]))).toBe('403 second_person_needed');
    expect(refusal(await draw(20.01, officers[0]))).toBe('422 amount_above_credit');
    expect(refusal(await draw(0, officers[0]))).toBe('422 amount_not_positive');
    expect(refusal(await draw(20, officers[0], { accountId: '98765' }))).toBe('404 not_found');
    for (const malformed of [undefined, 'x']) {
      const { status, body } = await draw(20, officers[0], { accountId: malformed });
      expect([status, body.errors]).toEqual([422, [expect.objectContaining({ path: 'accountId' })]]);
    }
    const answer = await draw(15, officers[0]);
    expect([answer.status, done(answer)]).toEqual([201, { id: expect.any(String), amount: 15, credit: 5 }]);
    const after = await position();
    expect([after.mustHold, after.house.credit]).toEqual([before.mustHold - 15, 5]);
    expect(refusal(await draw(5, officers[1]))).toBe('403 second_person_needed');
    done(await draw(5, officers[2]));
    const file = await world.call('GET', '/api/mfi/export?what=ledger&mfiId=3', { as: officers[0] });
    expect(file.body).toContain('"drawn",0,"cash","wallet:house:3","world:house",15');
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    const body = { amount: 1, accountId, reference: 'x' };
    expect(refusal(await world.call('POST', '/api/mfi/ownMoney?mfiId=1', { as: elsewhere, body }))).toBe(
      '409 needs_expected',
    );
  });

  test('ten at once take no more than there is', async () => {
    const loan = await newLoan({ officer: officers[0], form: { amount: 10 } });
    done(await back(loan, await world.newPerson(), 10));
    done(await decide('approveProposal', loan, { as: officers[0] }));
    done(await decide('releaseFunds', loan, { as: officers[1], body: { advance: true } }));
    await repay({ ...loan, officer: officers[2] }, 10);
    const answers = await Promise.all(Array.from({ length: 10 }, () => draw(3, officers[2])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });
});

describe('a debt that is 180 days old is taken over (R20.11)', () => {
  /** A person whose money a bank took back after it was lent and gone: their credit is below zero. */
  async function debtor(dollars: number): Promise<Person> {
    const person = await world.newPerson();
    done(await back(await newLoan({ officer: officers[0] }), person, 1));
    const { id } = await receiveAtRoi(world, officers[0], person, dollars * 100 + 100);
    const loan = await newLoan({ officer: officers[0], form: { amount: dollars } });
    done(await back(loan, person, dollars));
    done(await decide('approveProposal', loan, { as: officers[0] }));
    done(await decide('releaseFunds', loan, { as: officers[1] }));
    await repay({ ...loan, officer: officers[1] }, dollars);
    done(await back(await newLoan({ officer: officers[0], form: { amount: dollars } }), person, dollars));
    await takeBackAtRoi(world, officers[1], person, id);
    return person;
  }
  const enter = (person: Person, as: Person) =>
    world.call('POST', `/api/mfi/debts/takeOver?mfiId=3&personId=${person.id}`, {
      as,
      body: { reason: 'She moved away' },
    });
  const confirm = (id: string, as: Person) =>
    world.call('PATCH', `/api/mfi/debts/takeOver?mfiId=3&id=${id}`, { as, body: { state: 'approved' } });
  const listed = async (person: Person, as = officers[0]) =>
    (done(await world.call('GET', '/api/mfi/debts?mfiId=3', { as })) as any[]).find(
      ({ personId }) => personId === String(person.id),
    );
  const creditOf = async (as: Person) => done(await world.call('GET', '/api/borrow/portfolio', { as })).credit;
  const later = (days: number) => {
    world.now = new Date(NOW.getTime() + days * DAY_MS);
  };

  test('entered by one, confirmed by another, and the person stands at zero', async () => {
    const person = await debtor(10);
    const owed = -(await creditOf(person));
    expect(owed).toBeGreaterThan(0);
    later(179);
    expect(await listed(person)).toMatchObject({ amount: owed, old: false, mayEnter: false });
    expect(refusal(await enter(person, officers[0]))).toBe('409 wrong_status');
    later(180);
    const before = await position();
    expect(await listed(person)).toMatchObject({ old: true, entry: null, mayEnter: true, mayConfirm: false });
    const answer = await enter(person, officers[0]);
    expect([answer.status, done(answer).amount]).toEqual([201, owed]);
    const { id } = done(answer);
    expect(refusal(await enter(person, officers[1]))).toBe('409 wrong_status');
    expect(refusal(await confirm(id, officers[0]))).toBe('403 second_person_needed');
    expect(await listed(person, officers[1])).toMatchObject({ entry: { reason: 'She moved away' }, mayConfirm: true });
    expect(done(await confirm(id, officers[1]))).toEqual({ id, amount: owed, state: 'approved' });
    expect(refusal(await confirm(id, officers[1]))).toBe('409 already_approved');
    expect(await creditOf(person)).toBe(0);
    expect((await position()).mustHold).toBe(before.mustHold + owed);
    expect(await listed(person)).toBeUndefined();
    const { rows } = done(await world.call('GET', '/api/borrow/statement', { as: person }));
    expect(rows[0]).toMatchObject({ purpose: 'taken_over', credit: owed, creditAfter: 0 });
  });

  test('the days begin anew when the credit was above zero meanwhile, and an entry ends after 30 days', async () => {
    const [person, other] = [await debtor(10), await debtor(12)];
    later(100);
    const owed = -(await creditOf(person));
    await receiveAtRoi(world, officers[0], person, owed * 100 + 500);
    later(190);
    expect(await listed(person)).toBeUndefined();
    expect(refusal(await enter(person, officers[0]))).toBe('404 not_found');
    const { id } = done(await enter(other, officers[0]));
    later(221);
    expect(refusal(await confirm(id, officers[1]))).toBe('404 not_found');
    done(await enter(other, officers[1]));
  });

  test('staff hear once of an old one, and take over none of their own (R19.9)', async () => {
    const told = async () => (await heard(officers[2])).filter((one) => one === 'debt_old 37');
    const own = await debtor(37);
    later(179);
    await tellOldDebts(world.outside);
    expect(await told()).toEqual([]);
    later(200);
    await tellOldDebts(world.outside);
    await tellOldDebts(world.outside);
    await runJobs(world);
    expect(await told()).toEqual(['debt_old 37']);
    await world.db.insertInto('mfiStaff').values({ mfiId: ROI, userId: own.id, role: 'officer' }).execute();
    expect(refusal(await enter(own, own))).toBe('403 second_person_needed');
  });

  test('an officer confirms where the other manager is the one who owes (R19.9, R34.4)', async () => {
    const own = await debtor(14);
    later(180);
    await world.db.updateTable('mfiStaff').set({ role: 'officer' }).where('userId', '!=', officers[0].id).execute();
    await world.db.insertInto('mfiStaff').values({ mfiId: ROI, userId: own.id, role: 'manager' }).execute();
    const { id } = done(await enter(own, officers[0]));
    expect(await listed(own, officers[1])).toMatchObject({ mayConfirm: true });
    expect(await heard(officers[1])).toContain('to_confirm null');
    expect(await heard(own)).not.toContain('to_confirm null');
    expect(refusal(await confirm(id, own))).toBe('403 second_person_needed');
    expect(refusal(await confirm(id, officers[0]))).toBe('403 second_person_needed');
    done(await confirm(id, officers[1]));
  });
});
