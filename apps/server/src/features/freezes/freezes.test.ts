import type { ProposalId } from '@sathi/domain/ids.ts';
import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { expireProposals } from '../proposals/approvals.service.ts';
import { remindOfFreezes } from './freezes.service.ts';

const world = useWorld();
const { newLoan, create, back, decide, find, pay, decidePayment, withdraw, moveWithdrawal, setStatus, balance } =
  useLoans(world);
const { heard } = useBells(world);

const DAY_MS = 86_400_000;
const REASON = 'We are looking into the documents.';
type Loan = Awaited<ReturnType<typeof newLoan>>;

const FREEZES = '/api/mfi/freezes?mfiId=3';
const freeze = (as: Person, what: { personId?: unknown; proposalId?: unknown }, reason = REASON) =>
  world.call('POST', FREEZES, {
    as,
    body: {
      reason,
      ...('personId' in what ? { kind: 'person', id: what.personId } : { kind: 'proposal', id: what.proposalId }),
    },
  });
const undo = (as: Person, id: string) => world.call('DELETE', `${FREEZES}&id=${id}`, { as });
const confirm = (as: Person, id: string) =>
  world.call('PATCH', `${FREEZES}&id=${id}`, { as, body: { state: 'approved' } });
const freezeLoan = async ({ officer, id }: Loan) => done(await freeze(officer, { proposalId: id })).id as string;
const freezeOwner = async ({ officer, owner }: Loan) => done(await freeze(officer, { personId: owner.id })).id;
const own = async (as: Person) => done(await world.call('GET', '/api/mfi/freezes/own', { as }));
const allowed = async (loan: Loan, as: Person) => done(await find(loan, as)).allowedActions as string[];

/** An office in which nobody else is left from before. */
async function newOffice(count: number): Promise<Person[]> {
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).execute();
  await world.db.deleteFrom('formerStaff').execute();
  const members: Person[] = [];
  for (let index = 0; index < count; index += 1) members.push(await world.newPerson({ staffOf: [ROI] }));
  return members;
}

afterEach(() => {
  world.now = NOW;
});

test.each([
  ['the proposal', freezeLoan],
  ['its owner', freezeOwner],
])('R34.7: with %s frozen nobody publishes, backs, releases, asks for or sends the money', async (_, stop) => {
  const draft = await newLoan({ status: 2 });
  const open = await newLoan({ owner: draft.owner });
  const ready = await newLoan({ status: 4, isApproved: true, owner: draft.owner });
  const funded = await newLoan({ status: 5, owner: draft.owner });
  const asked = await newLoan({ status: 5, owner: draft.owner });
  const { id: withdrawalId } = done(await withdraw(asked));
  const backer = await world.newPerson();

  if (stop === freezeOwner) await stop(open);
  else for (const loan of [draft, open, ready, funded, asked]) await stop(loan);

  done(await setStatus(draft, draft.owner, 1));
  expect(refusal(await setStatus(draft, draft.owner, 2))).toBe('409 frozen');
  expect(refusal(await back(open, backer, 10))).toBe('409 frozen');
  expect(refusal(await decide('releaseFunds', ready))).toBe('409 frozen');
  expect(refusal(await withdraw(funded))).toBe('409 frozen');
  const send = { state: 'sent', reference: 'TX-1' };
  expect(refusal(await moveWithdrawal(withdrawalId, asked.officer, send))).toBe('409 frozen');
  expect(await allowed(open, backer)).not.toContain('invest');
  expect(await allowed(ready, ready.officer)).not.toContain('releaseFunds');
  expect(await allowed(funded, funded.owner)).not.toContain('withdraw');
  expect(await balance('escrow', { loan: asked })).toBe(10_000);
});

test('R34.7: a frozen person backs nothing at that institution, and everything elsewhere', async () => {
  const [loan, elsewhere] = [await newLoan({ status: 3 }), await newLoan({ mfiId: DCBS })];
  const [backer] = loan.backers as [Person];
  done(await freeze(loan.officer, { personId: backer.id }));
  expect(refusal(await back(loan, backer, 10))).toBe('409 frozen');
  expect(refusal(await create(backer, { mfiId: '3' }))).toBe('409 frozen');
  expect((await create(backer, { mfiId: '3', status: 1 })).status).toBe(201);
  expect((await back(elsewhere, backer, 10)).status).toBe(201);
  expect((await back(loan, await world.newPerson(), 10)).status).toBe(201);
  expect(done(await find(loan, backer)).freezes).toMatchObject([{ personId: String(backer.id), reason: REASON }]);
});

test('R18.6, R34.7: a frozen person in a batch of backings harms no other', async () => {
  const loan = await newLoan({ status: 3 });
  const [frozen] = loan.backers as [Person];
  done(await freeze(loan.officer, { personId: frozen.id }));
  const others = await people(world, 3);
  const answers = await Promise.all([frozen, ...others].map((person) => back(loan, person, 5)));
  expect(answers.map(({ status }) => status)).toEqual([409, 201, 201, 201]);
});

test('R34.7: paying back, expiry and the money of backers go on', async () => {
  const loan = await newLoan({ status: 5 });
  await freezeOwner(loan);
  const { id } = done(await pay(loan, 30));
  done(await decidePayment('approvePayment', loan, id));
  expect(await balance('wallet', { user: loan.backers[0] as Person })).toBe(3000);

  const open = await newLoan({ status: 3 });
  await freezeLoan(open);
  world.now = new Date(NOW.getTime() + 40 * DAY_MS);
  await expireProposals(world.db, world.outside.now);
  expect(done(await find(open, open.owner)).status).toBe(1);
  expect(await balance('escrow', { loan: open })).toBe(0);
});

test('R34.7: staff may still return a frozen proposal', async () => {
  const loan = await newLoan({ status: 3 });
  await freezeLoan(loan);
  expect(done(await decide('returnProposal', loan)).status).toBe(1);
});

test('R3.3, R34.7: approving a frozen proposal releases nothing by itself', async () => {
  const loan = await newLoan({ status: 4 });
  await world.db.updateTable('mfis').set({ releaseOnApproval: true }).where('id', '=', ROI).execute();
  await freezeLoan(loan);
  expect(done(await decide('approveProposal', loan)).status).toBe(4);
  await world.db.updateTable('mfis').set({ releaseOnApproval: false }).where('id', '=', ROI).execute();
});

test('R34.7: the person reads the reason on their own list and on the page, and others read none', async () => {
  const loan = await newLoan({ status: 3 });
  const id = await freezeLoan(loan);
  expect(await own(loan.owner)).toMatchObject([
    { id, proposalId: loan.id, personId: null, mfiName: 'ROI', reason: REASON },
  ]);
  const read = async (as: Person | null) => done(await find(loan, as)).freezes;
  expect(await read(loan.owner)).toMatchObject([{ id, reason: REASON }]);
  expect(await read(loan.officer)).toHaveLength(1);
  for (const as of [null, loan.backers[0] as Person, await world.newPerson({ staffOf: [DCBS] })]) {
    expect(await read(as)).toEqual([]);
  }
  expect(await own(loan.backers[0] as Person)).toEqual([]);
});

test('R34.7: the person is told at once, by bell, mail and SMS, and again when it is over', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const loan = await newLoan({ officer: first });
  const id = await freezeLoan(loan);
  done(await undo(first, id));
  done(await confirm(second, id));
  const bells = await world.db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', loan.owner.id)
    .orderBy('id')
    .execute();
  expect(bells.map(({ kind, proposalId }) => [kind, String(proposalId)])).toEqual([
    ['frozen', loan.id],
    ['unfrozen', loan.id],
  ]);
  const queued = await world.db
    .selectFrom('outbox')
    .select('dedupeKey')
    .where('dedupeKey', 'like', `frozen:${id}:%`)
    .execute();
  expect(queued).toHaveLength(2);
});

test('R34.3: one manager enters that it be undone, another confirms', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const loan = await newLoan({ status: 3, officer: first });
  const id = await freezeLoan(loan);
  expect(refusal(await confirm(second, id))).toBe('409 wrong_status');
  done(await undo(first, id));
  expect([await heard(first), await heard(second)]).toEqual([[], ['to_confirm null']]);
  expect(refusal(await undo(second, id))).toBe('409 wrong_status');
  expect(refusal(await confirm(first, id))).toBe('403 second_person_needed');
  expect(refusal(await back(loan, await world.newPerson(), 10))).toBe('409 frozen');
  done(await confirm(second, id));
  expect((await back(loan, await world.newPerson(), 10)).status).toBe(201);
  expect(refusal(await confirm(second, id))).toBe('404 not_found');

  const [row] = done(await world.call('GET', '/api/mfi/auditLog?mfiId=3', { as: first }));
  expect(row).toMatchObject({ action: 'confirmUnfreeze', actorId: String(second.id), enteredById: String(first.id) });
});

test('R34.3: an undoing that nobody confirms for 30 days ends, and can be entered anew', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const id = await freezeLoan(await newLoan({ officer: first }));
  done(await undo(first, id));
  world.now = new Date(NOW.getTime() + 30 * DAY_MS);
  expect(refusal(await confirm(second, id))).toBe('409 wrong_status');
  done(await undo(first, id));
  done(await confirm(second, id));
});

test('R19.8, R34.3: a single member may undo alone, which the log marks, but never for themselves', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const loan = await newLoan({ officer: first });
  const id = await freezeLoan(loan);
  const own = done(await freeze(second, { personId: first.id })).id;
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).where('userId', '=', second.id).execute();
  done(await undo(first, id));
  done(await confirm(first, id));
  const [row] = done(await world.call('GET', '/api/mfi/auditLog?mfiId=3', { as: first }));
  expect(row).toMatchObject({ action: 'confirmUnfreeze', selfApproved: true });
  done(await undo(first, own));
  expect(refusal(await confirm(first, own))).toBe('403 second_person_needed');
});

test('R34.7: an officer freezes nobody, and a manager neither themselves nor staff of another institution', async () => {
  const loan = await newLoan({ status: 3 });
  const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  const stranger = await world.newPerson({ staffOf: [DCBS] });
  done(await back(loan, stranger, 10));
  expect(refusal(await freeze(officer, { proposalId: loan.id }))).toBe('403 not_permitted');
  expect(refusal(await freeze(loan.officer, { personId: loan.officer.id }))).toBe('403 not_permitted');
  expect(refusal(await freeze(loan.officer, { personId: stranger.id }))).toBe('403 not_permitted');
  expect(refusal(await freeze(stranger, { proposalId: loan.id }))).toBe('403 not_permitted');
  const theirs = await newLoan({ mfiId: DCBS });
  expect(refusal(await freeze(loan.officer, { proposalId: theirs.id }))).toBe('403 not_permitted');
});

test('a person whom the institution does not know is not found, and nothing is stopped twice', async () => {
  const loan = await newLoan();
  expect(refusal(await freeze(loan.officer, { personId: (await world.newPerson()).id }))).toBe('404 not_found');
  await freezeLoan(loan);
  for (const reason of ['Papers.', ''])
    expect(refusal(await freeze(loan.officer, { proposalId: loan.id }, reason))).toBe('409 already_frozen');
  expect((await freeze(loan.officer, {})).status).toBe(422);
});

test('R34.7: managers are reminded each month of what stands', async () => {
  const [manager] = (await newOffice(1)) as [Person];
  const id = await freezeLoan(await newLoan({ officer: manager }));
  const teller = { secret: world.outside.secret, origin: 'https://sathi.example' };
  const remind = async (days: number) => {
    world.now = new Date(NOW.getTime() + days * DAY_MS);
    await Promise.all([remindOfFreezes(world.db, teller, world.now), remindOfFreezes(world.db, teller, world.now)]);
    const like = `freeze_stands:${id}:%:${manager.id}`;
    return (await world.db.selectFrom('notifications').select('id').where('dedupeKey', 'like', like).execute()).length;
  };
  expect(await remind(27)).toBe(0);
  expect(await remind(29)).toBe(1);
  expect(await remind(30)).toBe(1);
  expect(await remind(60)).toBe(2);
});

test('R34.2: with a second factor, a freeze asks for a fresh proof', async () => {
  const loan = await newLoan();
  await world.db
    .insertInto('secondFactors')
    .values({ subject: loan.officer.subject, kind: 'totp', name: 'Phone', sealedSecret: 'x', createdAt: world.now })
    .execute();
  expect(refusal(await freeze(loan.officer, { proposalId: loan.id }))).toBe('403 step_up_required');
  const count = await world.db
    .selectFrom('freezes')
    .select('id')
    .where('proposalId', '=', Number(loan.id) as ProposalId)
    .execute();
  expect(count).toEqual([]);
});

test('R34.7, R33.4: a person with credit there is known without a loan or a backing, and only there', async () => {
  const [manager] = (await newOffice(1)) as [Person];
  const person = await world.newPerson();
  await expectMoney(world, ROI);
  await receiveAtRoi(world, manager, person, 1500);
  const elsewhere = await world.newPerson({ staffOf: [DCBS] });
  const body = { reason: REASON, kind: 'person', id: person.id };
  const there = await world.call('POST', `/api/mfi/freezes?mfiId=${DCBS}`, { as: elsewhere, body });
  expect(refusal(there)).toBe('404 not_found');
  expect((await freeze(manager, { personId: person.id })).status).toBe(201);
});
