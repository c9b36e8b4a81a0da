import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { done, refusal } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { heard, sentTo } = useBells(world);

const ACCOUNTS = '/api/mfi/accounts?mfiId=3';
const BANK = {
  kind: 'bank',
  currency: 'INR',
  label: 'State Bank',
  holder: 'ROI Foundation',
  number: '৩০১১ 7788-99',
  upiId: 'roi.office@oksbi',
  forPayIn: true,
  feeWords: ['CHARGE', 'GST'],
  instructions: { en: 'Send {amount} by {payBy}.\nReference: {reference}' },
};
const DAY_MS = 86_400_000;

const enter = (as: Person, body: object = BANK) => world.call('POST', ACCOUNTS, { as, body });
const change = (as: Person, id: string, body: object) => world.call('PATCH', `${ACCOUNTS}&id=${id}`, { as, body });
const confirm = (as: Person, id: string, enteredAt?: string) => {
  const seen = enteredAt === undefined ? '' : `&enteredAt=${enteredAt}`;
  return world.call('POST', `/api/mfi/accounts/confirm?mfiId=3&id=${id}${seen}`, { as });
};
const list = async (as: Person) => done(await world.call('GET', ACCOUNTS, { as })) as any[];
const find = async (as: Person, id: string) => (await list(as)).find((account) => account.id === id);
const log = async (as: Person) => done(await world.call('GET', '/api/mfi/auditLog?mfiId=3&limit=1', { as }))[0];

/** An office in which nobody else is left from before: managers, and one officer last. */
async function newOffice(managers: number, officers = 0): Promise<Person[]> {
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', ROI).execute();
  await world.db.deleteFrom('formerStaff').execute();
  const members: Person[] = [];
  for (let index = 0; index < managers; index += 1) members.push(await world.newPerson({ staffOf: [ROI] }));
  for (let index = 0; index < officers; index += 1)
    members.push(await world.newPerson({ staffOf: [ROI], role: 'officer' }));
  return members;
}

/** An account in force, entered by the first and confirmed by the second. */
async function inForce(first: Person, second: Person): Promise<string> {
  const { id } = done(await enter(first));
  done(await confirm(second, id));
  return id;
}

afterEach(() => {
  world.now = NOW;
});

test('an account is entered by one and confirmed by another (R19.6, R19.8)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const entered = await enter(first);
  expect(entered.status).toBe(201);
  const { id } = done(entered);
  expect(done(entered)).toEqual({ id, state: 'entered' });
  expect(await find(second, id)).toMatchObject({
    ...BANK,
    number: '3011 7788-99',
    bankName: '',
    forPayOut: false,
    instructions: { ...BANK.instructions, be: '', ar: '' },
    state: 'entered',
    waiting: null,
    enteredByName: 'Amina Rahman',
    mayConfirm: true,
  });
  expect(await find(first, id)).toMatchObject({ mayConfirm: false });
  expect(refusal(await confirm(first, id))).toBe('403 second_person_needed');
  expect(done(await confirm(second, id))).toEqual({ id, state: 'approved' });
  expect(await find(first, id)).toMatchObject({ state: 'approved', enteredByName: null, endsAt: null });
  expect(refusal(await confirm(second, id))).toBe('409 already_approved');
  expect(await log(first)).toMatchObject({
    action: 'confirmMoneyAccount',
    actorId: String(second.id),
    enteredById: String(first.id),
    selfApproved: false,
  });
});

test('payers see what was until a change is confirmed (R19.6)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const id = await inForce(first, second);
  expect(done(await change(second, id, { number: '4022', holder: BANK.holder })).state).toBe('entered');
  expect(await find(first, id)).toMatchObject({
    number: '3011 7788-99',
    state: 'approved',
    waiting: { number: '4022' },
    mayConfirm: true,
  });
  expect(refusal(await confirm(second, id))).toBe('403 second_person_needed');
  done(await confirm(first, id));
  expect(await find(first, id)).toMatchObject({ number: '4022', waiting: null });
});

test('only the name for the office and the words of fees change at once (R19.6)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const id = await inForce(first, second);
  expect(done(await change(first, id, { label: 'Main', feeWords: ['VAT'] })).state).toBe('approved');
  expect(await find(first, id)).toMatchObject({ label: 'Main', feeWords: ['VAT'], waiting: null });
  done(await change(first, id, { instructions: { be: '{amount} পাঠান' } }));
  expect((await find(first, id)).waiting.instructions).toEqual({ ...BANK.instructions, be: '{amount} পাঠান', ar: '' });
});

test('one person takes an account out of use at once, two bring it back (R19.6)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const id = await inForce(first, second);
  done(await change(first, id, { forPayIn: true, number: '4022' }));
  expect(done(await change(second, id, { forPayIn: false })).state).toBe('entered');
  expect(await find(first, id)).toMatchObject({ forPayIn: false, waiting: { number: '4022' } });
  // The rest of the first person's change still needs another.
  expect(refusal(await confirm(first, id))).toBe('403 second_person_needed');
  done(await confirm(second, id));
  expect(await find(first, id)).toMatchObject({ forPayIn: false, number: '4022' });
  expect(done(await change(first, id, { forPayIn: true })).state).toBe('entered');
  expect((await find(first, id)).forPayIn).toBe(false);
});

test('a change that took the place of the one that was read is not confirmed unseen (R19.8)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const id = await inForce(first, second);
  done(await change(first, id, { number: '4022' }));
  const { enteredAt } = await find(second, id);
  world.now = new Date(NOW.getTime() + 1000);
  done(await change(first, id, { number: '6666' }));
  expect(refusal(await confirm(second, id, enteredAt))).toBe('409 changed_meanwhile');
  done(await confirm(second, id, (await find(second, id)).enteredAt));
});

test('the person who changes an account that waits stands for all of it (R19.8)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const { id } = done(await enter(first));
  done(await change(second, id, { number: '4022' }));
  expect(refusal(await confirm(second, id))).toBe('403 second_person_needed');
  done(await confirm(first, id));
  expect(await find(first, id)).toMatchObject({ number: '4022', state: 'approved' });
});

test('a manager confirms, and an officer only where no other manager is there (R34.4)', async () => {
  const [first, second, officer] = (await newOffice(2, 1)) as [Person, Person, Person];
  const { id } = done(await enter(first));
  expect(refusal(await confirm(officer, id))).toBe('403 not_permitted');
  done(await confirm(second, id));
  const [only, other] = (await newOffice(1, 1)) as [Person, Person];
  const { id: later } = done(await enter(only));
  done(await confirm(other, later));
});

test('in an office of one the same person confirms, which the log marks (R19.8)', async () => {
  const [only] = (await newOffice(1)) as [Person];
  const { id } = done(await enter(only));
  done(await confirm(only, id));
  expect(await log(only)).toMatchObject({ action: 'confirmMoneyAccount', selfApproved: true });
});

test('all staff are told of each step, and who may confirm that it waits (R19.6)', async () => {
  const [first, second, officer] = (await newOffice(2, 1)) as [Person, Person, Person];
  const { id } = done(await enter(first));
  expect(await heard(first)).toEqual(['account_changed null']);
  expect((await heard(second)).toSorted()).toEqual(['account_changed null', 'to_confirm null']);
  expect(await heard(officer)).toEqual(['account_changed null']);
  done(await confirm(second, id));
  done(await change(first, id, { label: 'Main' }));
  done(await change(first, id, { forPayIn: false }));
  expect(await heard(officer)).toEqual(Array.from({ length: 3 }, () => 'account_changed null'));
  expect((await sentTo(officer)).join()).not.toMatch(/3011 ?7788/);
});

test('an entry that nobody confirms for 30 days ends (R34.3)', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const id = await inForce(first, second);
  done(await change(first, id, { number: '4022' }));
  const { id: other } = done(await enter(first));
  world.now = new Date(NOW.getTime() + 30 * DAY_MS);
  expect((await list(second)).map((account) => account.id)).not.toContain(other);
  expect(refusal(await confirm(second, other))).toBe('404 not_found');
  expect(await find(second, id)).toMatchObject({ number: '3011 7788-99', waiting: null });
  expect(refusal(await confirm(second, id))).toBe('409 already_approved');
});

test('a wrong value of an account is told at its field', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const id = await inForce(first, second);
  const paths = async (body: object) =>
    (await enter(first, { ...BANK, ...body })).body.errors.map(({ path }: { path: string }) => path);
  expect(await paths({ currency: 'XXX', kind: 'purse' })).toEqual(expect.arrayContaining(['currency', 'kind']));
  expect(await paths({ instructions: { en: 'Pay {sum}' } })).toEqual(['instructions.en']);
  // The check of the second is right, and half of a pair is within it.
  for (const qrText of ['000201630400', '0002015901\ud8006304D33B']) {
    expect(await paths({ qrText })).toEqual(['qrText']);
  }
  expect(await paths({ upiId: 'nobody', bic: 'X' })).toEqual(expect.arrayContaining(['upiId', 'bic']));
  expect(refusal(await change(first, id, { currency: 'USD' }))).toBe('422 invalid_request');
  expect(done(await change(first, id, { currency: 'INR', kind: 'bank' })).state).toBe('approved');
});

test('staff of another institution see and change nothing', async () => {
  const [first, second] = (await newOffice(2)) as [Person, Person];
  const id = await inForce(first, second);
  const foreign = await world.newPerson({ staffOf: [DCBS] });
  expect(refusal(await change(foreign, id, { number: '666' }))).toBe('403 not_permitted');
  const theirs = `/api/mfi/accounts?mfiId=1&id=${id}`;
  expect(refusal(await world.call('PATCH', theirs, { as: foreign, body: { number: '666' } }))).toBe('404 not_found');
  expect(done(await world.call('GET', '/api/mfi/accounts?mfiId=1', { as: foreign }))).toEqual([]);
});
