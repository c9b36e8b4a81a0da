import { beforeEach, expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, useWorld } from '../../test/world.ts';

const world = useWorld();
const { create, newLoan, setStatus, edit, repay } = useLoans(world);
beforeEach(() => {
  world.now = NOW;
});
const onDay = (day: string) => {
  world.now = new Date(`${day}T06:30:00.000Z`);
};

test('an owner with a loan more than 30 days late publishes nothing, at any institution, and reads which loan (R10.10)', async () => {
  // Due on 28 February, and so 30 days late on 30 March.
  const { owner } = await newLoan({ status: 5, form: { title: 'A loom' } });
  const draft = done(await create(owner, { status: 1, mfiId: String(DCBS) }));
  onDay('2026-03-30');
  expect((await create(owner)).status).toBe(201);
  onDay('2026-03-31');
  const answer = await create(owner);
  expect(refusal(answer)).toBe('409 own_loan_late');
  expect(answer.body.detail).toMatch(/^“A loom” is 31 days late\./);
  expect(refusal(await setStatus(draft, owner, 2))).toBe('409 own_loan_late');
  // It is judged before the values.
  expect(refusal(await create(owner, { title: undefined }))).toBe('409 own_loan_late');
  expect(refusal(await create(owner, { title: undefined, status: 1 }))).toBe('422 invalid_request');
});

test('drafts are written and changed all the same, and paying the late month opens publishing again (R10.10)', async () => {
  const loan = await newLoan({ status: 5 });
  onDay('2026-03-31');
  const draft = done(await create(loan.owner, { status: 1 }));
  done(await edit(draft, loan.owner, { title: 'A kiln' }));
  await repay(loan, 8.33);
  expect(done(await setStatus(draft, loan.owner, 2))).toMatchObject({ status: 2 });
});
