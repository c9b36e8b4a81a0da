import { beforeEach, expect, test } from 'vitest';
import { isAlive, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, openSession, type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal } = useLoans(world);
const { heard, emailOf } = useBells(world);

const HOUR_MS = 3_600_000;
const ACCOUNT = { method: 'bank', accountName: 'Rahima Begum', accountNumber: '0117-220 3344', bankName: 'Janata' };
const LINK = /\/App\/NotMe\?token=(a\d+\.[\w-]{22})/;
const list = async (as: Person) => done(await world.call('GET', '/api/money/payoutAccounts', { as }));
const add = (as: Person, body: object = {}, key?: string) =>
  world.call('POST', '/api/money/payoutAccounts', { as, body: { ...ACCOUNT, ...body }, ...(key && { key }) });
const remove = (as: Person, id: string) => world.call('DELETE', `/api/money/payoutAccounts?id=${id}`, { as });
const notMe = (token: string) => world.call('POST', '/api/money/payoutAccounts/notMe', { body: { token } });
const named = (payoutAccountId: string) => ({ payoutAccountId });
/** A request that names a kept account and nothing else. */
const withdrawTo = (loan: Loan, account: object) =>
  world.call('POST', '/api/borrow/withdraw', { as: loan.owner, body: { proposalId: loan.id, ...account } });

beforeEach(() => {
  world.now = NOW;
  world.sent.length = 0;
});

function moveHours(hours: number): void {
  world.now = new Date(NOW.getTime() + hours * HOUR_MS);
}

async function prove({ subject }: Person): Promise<void> {
  await world.db.updateTable('sessions').set({ provenAt: world.now }).where('subject', '=', subject).execute();
}

async function provenPerson(): Promise<Person> {
  const person = await world.newPerson();
  await prove(person);
  return person;
}

test('an account is kept with a fresh proof, and of its number only the digits (R25.1)', async () => {
  const person = await world.newPerson();
  expect(refusal(await add(person))).toBe('403 step_up_required');
  expect(refusal(await add(person, { accountNumber: 'none' }))).toBe('422 invalid_request');
  expect(await list(person)).toEqual([]);
  await prove(person);
  const kept = done(await add(person));
  expect(kept).toEqual({
    id: kept.id,
    method: 'bank',
    accountName: 'Rahima Begum',
    last4: '3344',
    bankName: 'Janata',
    branch: null,
    usableFrom: new Date(NOW.getTime() + 24 * HOUR_MS).toISOString(),
    state: 'new',
  });
  const loan = await newLoan({ status: 5, owner: person });
  const { id } = done(await withdrawTo(loan, named(kept.id)));
  const body = { kind: 'withdrawal', id, reason: 'To fill in the form' };
  const shown = done(await world.call('POST', '/api/mfi/payouts/show?mfiId=3', { as: loan.officer, body }));
  expect(shown).toMatchObject({ accountName: 'Rahima Begum', accountNumber: '01172203344', bankName: 'Janata' });
  moveHours(24);
  expect(await list(person)).toMatchObject([{ last4: '3344', state: 'usable' }]);
  expect(await list(loan.officer)).toEqual([]);
});

test('the database holds no number of a kept account, nor does the answer that is repeated (R25.1)', async () => {
  const person = await provenPerson();
  const kept = done(await add(person, {}, 'account'));
  expect(done(await add(person, {}, 'account'))).toEqual(kept);
  expect(await list(person)).toHaveLength(1);
  const accounts = await world.db.selectFrom('payoutAccounts').selectAll().where('userId', '=', person.id).execute();
  const keys = await world.db.selectFrom('idempotencyKeys').selectAll().execute();
  expect(JSON.stringify([accounts, keys])).not.toMatch(/01172203344|Rahima Begum/);
});

test('money is sent to a kept account after a day, also where typed ones do not rest (R25.1)', async () => {
  const owner = await provenPerson();
  const loan = await newLoan({ status: 5, owner });
  const { id: account } = done(await add(owner));
  moveHours(10);
  const { id, payableFrom, isResting } = done(await withdrawTo(loan, named(account)));
  expect([payableFrom, isResting]).toEqual([new Date(NOW.getTime() + 24 * HOUR_MS).toISOString(), true]);
  const sent = () => moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX-1' });
  expect(refusal(await sent())).toBe('409 cooling_off');
  moveHours(24);
  expect(done(await sent())).toMatchObject({ state: 'sent', accountNumber: '••••3344' });
});

test('a typed destination is as old as the kept account that it equals, and nobody is told again (R25.1)', async () => {
  const owner = await provenPerson();
  const loan = await newLoan({ status: 5, owner });
  done(await add(owner));
  await runJobs(world);
  world.sent.length = 0;
  moveHours(5);
  const asked = done(await withdraw(loan, { body: { ...ACCOUNT, accountNumber: '0117 2203344', branch: null } }));
  expect(asked.destinationSince).toBe(NOW.toISOString());
  await runJobs(world);
  expect(world.sent).toEqual([]);
});

test('an account of another person, and one that is kept no longer, cannot be named (R25.1)', async () => {
  const [mine, theirs] = [await provenPerson(), await provenPerson()];
  const loan = await newLoan({ status: 5, owner: mine });
  const { id } = done(await add(theirs));
  expect(refusal(await withdrawTo(loan, named(id)))).toBe('404 not_found');
  expect(refusal(await remove(mine, id))).toBe('404 not_found');
  const own = done(await add(mine)).id;
  done(await remove(mine, own));
  expect(refusal(await withdrawTo(loan, named(own)))).toBe('404 not_found');
  expect(refusal(await remove(mine, own))).toBe('404 not_found');
  const kept = done(await add(mine)).id;
  expect(refusal(await withdrawTo(loan, { ...named(kept), method: 'bank' }))).toBe('422 invalid_request');
});

test('an account that is not one’s own is told before what the state forbids, and after the right to the loan (R25.1)', async () => {
  const [mine, theirs] = [await provenPerson(), await provenPerson()];
  const loan = await newLoan({ status: 5, owner: mine });
  const { id } = done(await add(theirs));
  expect(refusal(await withdrawTo({ ...loan, owner: theirs }, named('987654321')))).toBe('403 not_permitted');
  done(await withdraw(loan));
  expect(refusal(await withdrawTo(loan, named(id)))).toBe('404 not_found');
  expect(refusal(await withdraw(loan))).toBe('409 withdrawal_open');
  expect(refusal(await withdrawTo(await newLoan({ status: 4, owner: mine }), named(id)))).toBe('404 not_found');
});

test('an account that a request names stays until the request is over (R25.1)', async () => {
  const owner = await provenPerson();
  const loan = await newLoan({ status: 5, owner });
  const { id } = done(await add(owner));
  const request = done(await withdrawTo(loan, named(id)));
  expect(refusal(await remove(owner, id))).toBe('409 in_use');
  done(await moveWithdrawal(request.id, owner, { state: 'cancelled' }));
  expect(done(await remove(owner, id))).toEqual({});
  expect(await list(owner)).toEqual([]);
  const row = await world.db.selectFrom('payoutAccounts').selectAll().where('userId', '=', owner.id).executeTakeFirst();
  expect(row?.accountLast4).toBe('');
});

test('ten accounts are kept and no more (R25.1)', async () => {
  const person = await provenPerson();
  const numbers = Array.from({ length: 10 }, (_, index) => `000${index}`);
  for (const accountNumber of numbers) done(await add(person, { accountNumber }));
  expect(refusal(await add(person))).toBe('409 accounts_full');
  expect(await list(person)).toHaveLength(10);
});

test('its owner hears of a kept account at once, and “not me” removes it and drops what was asked to it (R25.1)', async () => {
  const owner = await provenPerson();
  const loan = await newLoan({ status: 5, owner });
  const elsewhere = await newLoan({ status: 5, owner });
  const { id } = done(await add(owner));
  const other = done(await add(owner, { accountNumber: '999888' })).id;
  await runJobs(world);
  expect((await heard(owner)).filter((told) => told.startsWith('payout_account_added'))).toHaveLength(2);
  const mail = await emailOf(owner);
  for (const address of [mail, owner.phone]) {
    expect(world.sent.filter(({ to, text }) => to === address && LINK.test(text))).toHaveLength(2);
  }
  done(await withdrawTo(loan, named(other)));
  const typed = { method: 'bank', accountName: 'RAHIMA BEGUM', accountNumber: '01172203344', bankName: 'Janata' };
  done(await withdrawTo(elsewhere, typed));
  const links = world.sent.filter(({ to, text }) => to === owner.phone && LINK.test(text));
  const token = links.map(({ text }) => LINK.exec(text)?.[1] ?? '').find((text) => text.startsWith(`a${id}.`)) ?? '';
  expect(refusal(await notMe(token.slice(1)))).toBe('404 not_found');
  expect(refusal(await notMe(`a${other}${token.slice(token.indexOf('.'))}`))).toBe('404 not_found');
  expect(done(await notMe(token))).toEqual({ alreadySent: false });
  expect(done(await notMe(token))).toEqual({ alreadySent: false });
  await expect.poll(() => isAlive(world, owner.token)).toBe(false);
  const again = { ...owner, token: await openSession(world, owner.subject) };
  expect((await list(again)).map((account: { id: string }) => account.id)).toEqual([other]);
  const states = async (of: Loan) =>
    done(await world.call('GET', `/api/borrow/withdrawals?proposalId=${of.id}`, { as: of.officer }))[0].state;
  expect([await states(loan), await states(elsewhere)]).toEqual(['requested', 'cancelled']);
  await prove(again);
  expect(refusal(await withdraw({ ...loan, owner: again }))).toBe('409 withdrawal_open');
});

test('“not me” about a request removes the kept account that it went to (R25.1)', async () => {
  const owner = await provenPerson();
  const loan = await newLoan({ status: 5, owner });
  const { id } = done(await add(owner));
  const request = done(await withdrawTo(loan, named(id)));
  expect(done(await notMe(request.notMeToken))).toEqual({ alreadySent: false });
  const row = await world.db.selectFrom('payoutAccounts').selectAll().where('userId', '=', owner.id).executeTakeFirst();
  expect(row).toMatchObject({ disownedAt: NOW, removedAt: NOW, accountLast4: '3344' });
});
