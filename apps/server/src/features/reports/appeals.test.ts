import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { useReports } from '../../test/reports.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { remindOfReports } from './reports.service.ts';

const world = useWorld();
const { newLoan, find, setStatus } = useLoans(world);
const { heard } = useBells(world);
const { report, queue, caseOf, decide, hideForGood, appeal, answer } = useReports(world);

const DAY_MS = 86_400_000;
const later = (days: number) => {
  world.now = new Date(NOW.getTime() + days * DAY_MS);
  return world.now;
};
const isFound = async (loan: Loan, as: Person | null) => (await find(loan, as)).status === 200;

afterEach(() => {
  world.now = NOW;
});

test('R34.6: the owner appeals once, and another member answers; until then the decision stands', async () => {
  const loan = await newLoan({ status: 5 });
  const id = await hideForGood(loan);
  const other = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  expect(done(await find(loan, loan.owner)).hidden).toMatchObject([{ id, mayAppeal: true }]);
  expect(refusal(await appeal(await world.newPerson(), id))).toBe('404 not_found');
  expect(refusal(await answer(other, id, 'shown'))).toBe('409 wrong_status');
  done(await appeal(loan.owner, id));
  expect(refusal(await appeal(loan.owner, id))).toBe('409 already_decided');
  expect(await isFound(loan, null)).toBe(false);
  const [row] = (await queue(other)).filter((waiting) => waiting.id === id);
  expect(row).toMatchObject({ appeal: 'It is my own house.', mayAnswer: true, mayDecide: false });
  expect(refusal(await answer(loan.officer, id, 'shown'))).toBe('403 second_person_needed');
  expect(refusal(await answer(loan.owner, id, 'shown'))).toBe('403 not_permitted');
  done(await answer(other, id, 'shown'));
  expect(refusal(await answer(other, id, 'shown'))).toBe('409 already_decided');
  expect(await isFound(loan, null)).toBe(true);
  expect(await heard(other)).toEqual(['reported null']);
  const [logged] = await world.db
    .selectFrom('auditLog')
    .select('enteredBy')
    .where('action', '=', 'answerAppeal')
    .execute();
  expect(logged?.enteredBy).toBe(loan.officer.id);
});

test('R34.6: a refused appeal leaves the thing hidden, and tells its owner why', async () => {
  const loan = await newLoan({ status: 3 });
  const id = await hideForGood(loan);
  done(await appeal(loan.owner, id));
  done(await answer(await world.newPerson({ staffOf: [ROI] }), id, 'hidden_for_good'));
  expect(done(await find(loan, loan.owner)).hidden).toMatchObject([{ answer: 'We looked again.', mayAppeal: false }]);
  expect(refusal(await setStatus(loan, loan.owner, 2))).toBe('409 hidden');
  expect((await heard(loan.owner)).filter((kind) => kind === 'moderated null')).toHaveLength(3);
});

test('R34.6: with a granted appeal a returned proposal may be published again', async () => {
  const loan = await newLoan({ status: 3 });
  const id = await hideForGood(loan);
  done(await appeal(loan.owner, id));
  done(await answer(await world.newPerson({ staffOf: [ROI] }), id, 'shown'));
  done(await setStatus(loan, loan.owner, 2));
  expect(await isFound(loan, null)).toBe(true);
});

test('R34.6: ten answers at once are one', async () => {
  const loan = await newLoan();
  const id = await hideForGood(loan);
  done(await appeal(loan.owner, id));
  const staff = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      answer(staff[index % 2] as Person, id, index % 2 ? 'shown' : 'hidden_for_good'),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('R34.6: managers hear once of what is undecided for three days, and of an appeal', async () => {
  const teller = { secret: world.outside.secret, origin: 'https://sathi.example' };
  await remindOfReports(world.db, teller, later(3.5));
  const loan = await newLoan();
  const manager = await world.newPerson({ staffOf: [ROI] });
  const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  done(await report(loan, await world.newPerson()));
  const { id } = await caseOf(loan);
  const undecided = async (as: Person) => {
    const rows = await world.db
      .selectFrom('notifications')
      .select('dedupeKey')
      .where('userId', '=', as.id)
      .where('dedupeKey', 'like', `reported:${id}:undecided%`)
      .execute();
    return rows.length;
  };
  await remindOfReports(world.db, teller, later(6.4));
  expect(await undecided(manager)).toBe(0);
  await remindOfReports(world.db, teller, later(6.6));
  await remindOfReports(world.db, teller, later(7));
  expect([await undecided(manager), await undecided(officer)]).toEqual([1, 0]);
  done(await decide(loan, id, 'hidden_for_good'));
  done(await appeal(loan.owner, id));
  await remindOfReports(world.db, teller, later(10.1));
  expect(await undecided(manager)).toBe(2);
});
