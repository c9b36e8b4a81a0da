import { afterEach, expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, useWorld } from '../../test/world.ts';
import { expireProposals } from './approvals.service.ts';

const world = useWorld();
const { newLoan, edit, find, setStatus, decide } = useLoans(world);
afterEach(() => {
  world.now = NOW;
});

const revisionOf = async (loan: Loan): Promise<string> => done(await find(loan, loan.owner)).revision;
const saveAs = (loan: Loan, as: Person, revision: string, body: object) =>
  world.call('PATCH', `/api/borrow/update?id=${loan.id}&revision=${revision}`, { as, body });
const decideAs = (what: string, loan: Loan, revision: string) => {
  const body = what === 'returnProposal' ? { body: { reason: 'other' } } : {};
  const url = `/api/mfi/${what}?mfiId=3&proposalId=${loan.id}&revision=${revision}`;
  return world.call('POST', url, { as: loan.officer, ...body });
};

test('an edit that another has overtaken is not saved over it (R2.2)', async () => {
  const loan = await newLoan({ status: 1 });
  const read = await revisionOf(loan);
  done(await saveAs(loan, loan.owner, read, { title: 'From the first tab' }));
  expect(refusal(await saveAs(loan, loan.owner, read, { title: 'From the second' }))).toBe('409 changed_meanwhile');
  expect(done(await find(loan, loan.owner)).title).toBe('From the first tab');
  done(await saveAs(loan, loan.owner, await revisionOf(loan), { title: 'From the second' }));
  done(await edit(loan, loan.owner, { title: 'From a client that sends none' }));
});

test('a revision stays while nothing that is read has changed, and another follows each change (R2.2)', async () => {
  const loan = await newLoan();
  const first = await revisionOf(loan);
  done(await edit(loan, loan.owner, { title: done(await find(loan)).title }));
  done(await setStatus(loan, loan.owner, 1));
  done(await setStatus(loan, loan.owner, 2));
  expect(await revisionOf(loan)).toBe(first);
  const filledIn = { as: loan.officer, body: { place: 'Gosaba' } };
  done(await world.call('PATCH', `/api/mfi/proposal?mfiId=3&proposalId=${loan.id}`, filledIn));
  expect(await revisionOf(loan)).not.toBe(first);
});

test.each(['approveProposal', 'returnProposal'])(
  '%s of words that have changed since is refused (R2.2)',
  async (what) => {
    const loan = await newLoan();
    const read = await revisionOf(loan);
    done(await edit(loan, loan.owner, { amount: 900 }));
    expect(refusal(await decideAs(what, loan, read))).toBe('409 changed_meanwhile');
    expect(done(await find(loan))).toMatchObject({ status: 2, isMFIApproved: false });
    done(await decideAs(what, loan, await revisionOf(loan)));
  },
);

test('releasing with the revision that was read releases, and with another does not (R2.2)', async () => {
  const loan = await newLoan({ status: 4, isApproved: true });
  expect(refusal(await decideAs('releaseFunds', loan, '99'))).toBe('409 changed_meanwhile');
  expect(done(await decideAs('releaseFunds', loan, await revisionOf(loan))).status).toBe(5);
});

test('a part that was taken, and the whole asked for again, are other figures than those that were read (R2.2, R31.2)', async () => {
  const loan = await newLoan({ status: 3, backings: [60], form: { acceptPartial: true } as object });
  const ofTheWhole = await revisionOf(loan);
  world.now = new Date(NOW.getTime() + 31 * 86_400_000);
  await expireProposals(world.db, world.outside.now);
  for (const what of ['approveProposal', 'returnProposal']) {
    expect(refusal(await decideAs(what, loan, ofTheWhole))).toBe('409 changed_meanwhile');
  }
  expect(done(await find(loan, loan.owner))).toMatchObject({ status: 4, amount: 60, isMFIApproved: false });
  const ofThePart = await revisionOf(loan);
  done(await decideAs('returnProposal', loan, ofThePart));
  done(await setStatus(loan, loan.owner, 2));
  expect(refusal(await decideAs('approveProposal', loan, ofThePart))).toBe('409 changed_meanwhile');
  done(await decideAs('approveProposal', loan, await revisionOf(loan)));
});

test('a proposal that is returned with nothing but its backings gone keeps its revision (R2.2)', async () => {
  const loan = await newLoan({ status: 3 });
  const read = await revisionOf(loan);
  done(await decide('returnProposal', loan));
  expect(await revisionOf(loan)).toBe(read);
});
