import { beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from './defaults.jobs.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal } = useLoans(world);
const { heard } = useBells(world);

/** The only managers of the office: one of them borrows. */
let manager: Person;
let owner: Person;
let officer: Person;
beforeAll(async () => {
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).execute();
  manager = await world.newPerson({ staffOf: [ROI] });
  owner = await world.newPerson({ staffOf: [ROI] });
  officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
});

type Step = { call: 'writeOff' | 'undoRelease'; loan: Loan; as: Person };
const query = ({ id }: Loan) => `mfiId=${ROI}&proposalId=${id}`;
const enter = ({ call, loan, as }: Step) =>
  world.call('POST', `/api/mfi/${call}?${query(loan)}`, { as, body: { reason: 'The family has moved away.' } });
const confirm = ({ call, loan, as }: Step) =>
  world.call('PATCH', `/api/mfi/${call}?${query(loan)}`, { as, body: { state: 'approved' } });

const onDay = (day: string) => {
  world.now = new Date(`${day}T06:30:00.000Z`);
};

/** A released loan; for a write-off one that is in default for a month. */
async function ofOwner(call: Step['call'], of: Person): Promise<Loan> {
  world.now = NOW;
  const loan = await newLoan({ status: 5, officer: manager, owner: of });
  if (call === 'undoRelease') return loan;
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, manager, { state: 'sent', reference: 'B-77' }));
  onDay('2026-08-31');
  await lookForDefaults(world.outside);
  const body = { reason: 'Nobody has heard of her since the flood.', cause: 'disaster' };
  done(await world.call('POST', `/api/mfi/default?${query(loan)}`, { as: manager, body }));
  onDay('2026-10-01');
  return loan;
}
const mayConfirm = async ({ call, loan, as }: Step): Promise<boolean> => {
  const path = call === 'writeOff' ? 'default' : 'undoRelease';
  const row = done(await world.call('GET', `/api/mfi/${path}?${query(loan)}`, { as }));
  return (row.writeOff ?? row.undoing).mayConfirm;
};

test.each(['writeOff', 'undoRelease'] as const)(
  '%s of a loan whose owner is the other manager is confirmed by an officer, and of any other loan by that manager (R34.4, R19.9)',
  async (call) => {
    const own = await ofOwner(call, owner);
    done(await enter({ call, loan: own, as: manager }));
    await runJobs(world);
    expect(await heard(officer)).toContain('to_confirm null');
    expect(refusal(await confirm({ call, loan: own, as: manager }))).toBe('403 second_person_needed');
    expect(refusal(await confirm({ call, loan: own, as: owner }))).toBe('403 second_person_needed');
    expect(await mayConfirm({ call, loan: own, as: manager })).toBe(false);
    expect(await mayConfirm({ call, loan: own, as: officer })).toBe(true);
    expect(done(await confirm({ call, loan: own, as: officer })).state).toBe('approved');

    const other = await ofOwner(call, await world.newPerson());
    done(await enter({ call, loan: other, as: manager }));
    expect(refusal(await confirm({ call, loan: other, as: officer }))).toBe('403 not_permitted');
    expect(done(await confirm({ call, loan: other, as: owner })).state).toBe('approved');
  },
);

test('the owner of the loan makes nobody alone: in an office of two the other confirms nothing of it (R34.3)', async () => {
  await world.db.deleteFrom('mfiStaff').where('userId', '=', officer.id).execute();
  const loan = await ofOwner('writeOff', owner);
  done(await enter({ call: 'writeOff', loan, as: manager }));
  expect(refusal(await confirm({ call: 'writeOff', loan, as: manager }))).toBe('403 second_person_needed');

  const plan = { months: 25, firstDueOn: '2026-05-31', reason: 'The flood took the first harvest.' };
  const other = await ofOwner('undoRelease', owner);
  const { id } = done(await world.call('POST', `/api/mfi/plan?${query(other)}`, { as: manager, body: plan }));
  const path = `/api/mfi/plan?${query(other)}&id=${id}`;
  const confirmed = await world.call('PATCH', path, { as: manager, body: { state: 'approved' } });
  expect(refusal(confirmed)).toBe('403 second_person_needed');
});
