import { beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { finishPauses } from './pauses.jobs.ts';
import { listUnfinishedPauses } from './pauses.repository.ts';

const world = useWorld();
const { newLoan, find, repay, pay, decide, remove: drop } = useLoans(world);
const { heard, sentTo } = useBells(world);

let officer: Person;
beforeEach(async () => {
  world.now = NOW;
  officer = await world.newPerson({ staffOf: [ROI] });
});

let serial = 0;
/** A place of its own for each test. */
const newPlace = () => `Gosaba ${(serial += 1)}`;
const runningAt = (place: string, wish: object = {}) =>
  newLoan({ status: 5, officer, form: { place } as never, ...wish });
const pause = (places: readonly string[], body: object = {}, as = officer) =>
  world.call('POST', `/api/mfi/pauses?mfiId=${ROI}`, {
    as,
    body: { places, months: 2, reason: 'The flood of March.', ...body },
  });
const undo = (id: string, as = officer) => world.call('DELETE', `/api/mfi/pauses?mfiId=${ROI}&id=${id}`, { as });
const pauses = (as = officer) => world.call('GET', `/api/mfi/pauses?mfiId=${ROI}`, { as });
const daysOf = async (loan: Loan): Promise<string[]> =>
  done(await find(loan, loan.owner)).schedule.map(({ dueOn }: { dueOn: string }) => dueOn);
const told = async (person: Person) => (await heard(person)).filter((words) => words.startsWith('loan_paused'));
const after = (hours: number) => {
  world.now = new Date(NOW.getTime() + hours * 3_600_000);
};

describe('R28.4: staff give all loans of chosen places a pause', () => {
  test('every unpaid due day moves by whole months, what is paid stays, and other places keep theirs', async () => {
    const place = newPlace();
    const loan = await runningAt(place);
    const elsewhere = await runningAt(newPlace());
    await repay(loan, 10);
    const before = await daysOf(elsewhere);
    expect(done(await pause([place.toUpperCase()]))).toMatchObject({ loansCount: 1, movedCount: 0, months: 2 });
    await finishPauses(world.outside);
    const days = await daysOf(loan);
    expect(days.slice(0, 3)).toEqual(['2026-02-28', '2026-05-31', '2026-06-30']);
    expect(days).toHaveLength(12);
    expect(await daysOf(elsewhere)).toEqual(before);
    const [change] = done(
      await world.call('GET', `/api/borrow/plans?proposalId=${loan.id}`, { as: loan.backers[0] as Person }),
    );
    expect(change).toMatchObject({ state: 'accepted', reason: 'The flood of March.' });
    expect(change.before[1]).toEqual({ dueOn: '2026-03-31', amount: 8.33, local: null });
  });

  test('run twice, at once and after a halt, each loan moves once and each person hears once', async () => {
    const place = newPlace();
    const [backer, owner] = [await world.newPerson(), await world.newPerson()];
    const loans = [
      await runningAt(place, { backers: [backer] }),
      await runningAt(place, { backers: [backer], owner }),
      await runningAt(place, { backers: [backer], owner }),
    ];
    const { id } = done(await pause([place]));
    // Two runs at once and one more move each loan once.
    await Promise.all([finishPauses(world.outside), finishPauses(world.outside)]);
    await finishPauses(world.outside);
    for (const loan of loans) expect((await daysOf(loan))[0]).toBe('2026-04-28');
    expect(done(await pauses()).find((one: { id: string }) => one.id === id)).toMatchObject({ movedCount: 3 });
    await runJobs(world);
    for (const person of [backer, owner]) expect(await told(person)).toHaveLength(1);
    expect((await sentTo(backer)).filter((words) => words.includes('pause'))).toHaveLength(1);
  });

  test('a new plan that waits for its borrower goes on waiting', async () => {
    const place = newPlace();
    const loan = await runningAt(place);
    const plan = { months: 6, firstDueOn: '2026-05-31', reason: 'The flood.' };
    const { id } = done(await world.call('POST', `/api/mfi/plan?proposalId=${loan.id}`, { as: officer, body: plan }));
    done(await pause([place]));
    await finishPauses(world.outside);
    expect((await daysOf(loan))[0]).toBe('2026-04-28');
    const body = { state: 'accepted' };
    done(await world.call('PATCH', `/api/borrow/plan?proposalId=${loan.id}&id=${id}`, { as: loan.owner, body }));
    expect(await daysOf(loan)).toHaveLength(6);
  });

  test.each([
    ['2026-02-20', { repaid: 1, onTime: 0, onChangedPlan: 1 }],
    ['2026-03-10', { repaid: 1, onTime: 0, onChangedPlan: 0 }],
  ])(
    'R28.3: a loan whose first instalment was paid on %s and which was paused then counts as %j',
    async (day, counted) => {
      const place = newPlace();
      const loan = await runningAt(place);
      world.now = new Date(`${day}T06:30:00.000Z`);
      await repay(loan, 10);
      done(await pause([place]));
      await finishPauses(world.outside);
      await repay(loan, 90);
      expect(done(await find(loan)).trackRecord).toMatchObject(counted);
    },
  );

  test('a loan that is repaid before its turn is left as it was', async () => {
    const place = newPlace();
    const loan = await runningAt(place);
    done(await pause([place]));
    await repay(loan, 100);
    const before = await daysOf(loan);
    await finishPauses(world.outside);
    expect(await daysOf(loan)).toEqual(before);
  });

  test.each([
    ['no place', { places: [] }],
    ['a place without a running loan', { places: ['Nowhere'] }],
    ['no month', { months: 0 }],
    ['seven months', { months: 7 }],
    ['no reason', { reason: ' ' }],
  ])('%s is refused', async (_, values) => {
    const place = newPlace();
    await runningAt(place);
    expect(refusal(await pause([place], values))).toBe('422 invalid_request');
  });

  test('the pauses of an institution come in pages, newest first', async () => {
    const given: string[] = [];
    for (const place of [newPlace(), newPlace()]) {
      await runningAt(place);
      given.unshift(done(await pause([place])).id);
    }
    const page = async (more = '') =>
      (await world.call('GET', `/api/mfi/pauses?mfiId=${ROI}&limit=1${more}`, { as: officer })).body;
    const first = await page();
    const second = await page(`&cursor=${first.nextCursor}`);
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(given);
  });

  test('the staff of the institution alone give, read and undo one', async () => {
    const place = newPlace();
    const loan = await runningAt(place);
    const { id } = done(await pause([place]));
    const elsewhere = await world.newPerson({ staffOf: [DCBS] });
    for (const as of [loan.owner, elsewhere]) {
      expect(refusal(await pause([place], {}, as))).toBe('403 not_permitted');
      expect(refusal(await pauses(as))).toBe('403 not_permitted');
      expect(refusal(await undo(id, as))).toBe('403 not_permitted');
    }
  });
});

describe('R28.4: a pause is taken back within 24 hours, while no payment came', () => {
  test('then every loan has its old days again, and its people hear of it once', async () => {
    const place = newPlace();
    const loan = await runningAt(place);
    const before = await daysOf(loan);
    const { id } = done(await pause([place]));
    await finishPauses(world.outside);
    after(23);
    done(await undo(id));
    await finishPauses(world.outside);
    await finishPauses(world.outside);
    expect(await daysOf(loan)).toEqual(before);
    await runJobs(world);
    expect(await told(loan.owner)).toHaveLength(2);
    expect(refusal(await undo(id))).toBe('409 wrong_status');
  });

  test.each([
    ['before its job ran', true],
    ['before the pause was taken back', false],
  ])('a loan that its owner deleted %s is left, and the others have their days', async (_, isEarly) => {
    const place = newPlace();
    const [gone, kept] = [await runningAt(place), await runningAt(place)];
    const before = await daysOf(kept);
    const { id } = done(await pause([place]));
    const remove = async () => {
      const path = `/api/mfi/undoRelease?mfiId=${ROI}&proposalId=${gone.id}`;
      const second = await world.newPerson({ staffOf: [ROI] });
      done(await world.call('POST', path, { as: officer, body: { reason: 'She does not need it yet.' } }));
      done(await world.call('PATCH', path, { as: second, body: { state: 'approved' } }));
      done(await decide('returnProposal', gone, { as: second }));
      done(await drop(gone, gone.owner));
    };
    if (isEarly) await remove();
    await finishPauses(world.outside);
    if (!isEarly) await remove();
    expect((await daysOf(kept))[0]).toBe('2026-04-28');
    done(await undo(id));
    await finishPauses(world.outside);
    expect(await daysOf(kept)).toEqual(before);
    expect(await listUnfinishedPauses(world.db)).toEqual([]);
    await runJobs(world);
    expect(await told(kept.owner)).toHaveLength(2);
    expect(await told(gone.owner)).toHaveLength(isEarly ? 0 : 1);
  });

  test('undone before its job ran, no day moves and nobody hears', async () => {
    const place = newPlace();
    const loan = await runningAt(place);
    const before = await daysOf(loan);
    const { id } = done(await pause([place]));
    done(await undo(id));
    await finishPauses(world.outside);
    expect(await daysOf(loan)).toEqual(before);
    await runJobs(world);
    expect(await told(loan.owner)).toEqual([]);
  });

  test('not after its borrower accepted a plan that had waited since before the pause', async () => {
    const place = newPlace();
    const loan = await runningAt(place);
    const path = `/api/mfi/plan?proposalId=${loan.id}`;
    const offer = { months: 6, firstDueOn: '2026-05-31', reason: 'The flood.' };
    const plan = done(await world.call('POST', path, { as: officer, body: offer }));
    const { id } = done(await pause([place]));
    await finishPauses(world.outside);
    const accept = { as: loan.owner, body: { state: 'accepted' } };
    done(await world.call('PATCH', `/api/borrow/plan?proposalId=${loan.id}&id=${plan.id}`, accept));
    const agreed = await daysOf(loan);
    expect(refusal(await undo(id))).toBe('409 too_late');
    await finishPauses(world.outside);
    expect(await daysOf(loan)).toEqual(agreed);
  });

  test('not after 24 hours, and not after a payment', async () => {
    const place = newPlace();
    const loan = await runningAt(place);
    const { id } = done(await pause([place]));
    await finishPauses(world.outside);
    const mayUndo = async () => done(await pauses())[0].canUndo;
    expect(await mayUndo()).toBe(true);
    done(await pay(loan, 5));
    expect([refusal(await undo(id)), await mayUndo()]).toEqual(['409 too_late', false]);
    const other = newPlace();
    await runningAt(other);
    const late = done(await pause([other]));
    after(25);
    expect([refusal(await undo(late.id)), await mayUndo()]).toEqual(['409 too_late', false]);
  });
});

describe('R34.3, R19.9: a pause is no way around the second person', () => {
  const shortAt = (place: string, wish: object = {}) =>
    runningAt(place, { ...wish, form: { place, monthsToRepay: 3 } as never });
  const lastDayOf = async (loan: Loan) => (await daysOf(loan)).at(-1);

  test('an officer gives their own loan no pause, and other staff do (R19.9)', async () => {
    const place = newPlace();
    const other = await world.newPerson({ staffOf: [ROI] });
    const own = await runningAt(place, { owner: officer, officer: other });
    const neighbour = await runningAt(place);
    const before = await daysOf(own);
    expect(done(await pause([place]))).toMatchObject({ loansCount: 1, leftOut: 1 });
    await finishPauses(world.outside);
    expect(await daysOf(own)).toEqual(before);
    expect((await daysOf(neighbour))[0]).toBe('2026-04-28');
    expect(await told(officer)).toEqual([]);
    expect(done(await pause([place], {}, other))).toMatchObject({ loansCount: 2, leftOut: 0 });
    await finishPauses(world.outside);
    expect((await daysOf(own))[0]).toBe('2026-04-28');
  });

  test('the places count no loan of the reader, and a place of it alone gets no pause (R19.9)', async () => {
    const place = newPlace();
    const other = await world.newPerson({ staffOf: [ROI] });
    await runningAt(place, { owner: officer, officer: other });
    const countOf = async (as: Person) => {
      const rows = done(await world.call('GET', `/api/mfi/pauses/places?mfiId=${ROI}`, { as }));
      return rows.find((row: { place: string }) => row.place === place)?.loansCount;
    };
    expect([await countOf(officer), await countOf(other)]).toEqual([undefined, 1]);
    const refused = await pause([place]);
    expect(refusal(refused)).toBe('422 invalid_request');
    expect(refused.body.errors[0].message).toContain('Another person');
  });

  test('three pauses in a second do not stretch a loan beyond twice its months (R34.3)', async () => {
    const place = newPlace();
    const loan = await shortAt(place);
    await Promise.all([pause([place]), pause([place]), pause([place])]);
    await finishPauses(world.outside);
    await finishPauses(world.outside);
    expect(await lastDayOf(loan)).toBe('2026-06-30');
  });

  test('pauses that came together are judged once more under the lock of the loan (R34.3)', async () => {
    const place = newPlace();
    const loan = await shortAt(place);
    done(await pause([place]));
    await world.db.transaction().execute(async (tx) => {
      // This pause stands for one that was given at the same instant: it saw no other.
      const { id } = await tx
        .insertInto('pauses')
        .values({ mfiId: ROI, places: [place], months: 2, reason: 'Rain.', enteredBy: officer.id, enteredAt: NOW })
        .returning('id')
        .executeTakeFirstOrThrow();
      const proposalId = Number(loan.id) as never;
      await tx.insertInto('pauseLoans').values({ pauseId: id, proposalId, state: 'waiting' }).execute();
    });
    await finishPauses(world.outside);
    expect(await lastDayOf(loan)).toBe('2026-06-30');
    expect(done(await pauses())[0]).toMatchObject({ loansCount: 1, movedCount: 0 });
  });

  test('a loan that moved far is left out of the next pause, and a longer one beside it is not (R34.3)', async () => {
    const place = newPlace();
    const [short, long] = [await shortAt(place), await runningAt(place)];
    expect(done(await pause([place]))).toMatchObject({ loansCount: 2, leftOut: 0 });
    expect(done(await pause([place]))).toMatchObject({ loansCount: 1, leftOut: 1 });
    await finishPauses(world.outside);
    expect([await lastDayOf(short), await lastDayOf(long)]).toEqual(['2026-06-30', '2027-05-31']);
    const plan = { months: 7, firstDueOn: '2026-05-31', reason: 'The flood.' };
    const asked = { as: officer, body: plan };
    // The way of two people stays (R28.2).
    expect(done(await world.call('POST', `/api/mfi/plan?proposalId=${short.id}`, asked))).toMatchObject({
      state: 'entered',
    });
  });

  test('a payment for a loan that was left out does not keep a pause from being taken back (R28.4)', async () => {
    const place = newPlace();
    const [short, long] = [await shortAt(place), await runningAt(place)];
    const before = await daysOf(long);
    const { id } = done(await pause([place], { months: 4 }));
    await finishPauses(world.outside);
    done(await pay(short, 5));
    done(await undo(id));
    await finishPauses(world.outside);
    expect(await daysOf(long)).toEqual(before);
  });

  test('days that are paid already leave no loan out of a pause (R28.4)', async () => {
    const place = newPlace();
    const loan = await shortAt(place);
    done(await pause([place]));
    await finishPauses(world.outside);
    await repay(loan, 90);
    const body = { months: 1, firstDueOn: '2026-02-28', reason: 'The rest sooner.' };
    const { id } = done(await world.call('POST', `/api/mfi/plan?proposalId=${loan.id}`, { as: officer, body }));
    const accepted = { as: loan.owner, body: { state: 'accepted' } };
    done(await world.call('PATCH', `/api/borrow/plan?proposalId=${loan.id}&id=${id}`, accepted));
    expect(done(await pause([place]))).toMatchObject({ loansCount: 1, leftOut: 0 });
    await finishPauses(world.outside);
    expect((await daysOf(loan)).slice(-2)).toEqual(['2026-06-30', '2026-04-28']);
  });
});
