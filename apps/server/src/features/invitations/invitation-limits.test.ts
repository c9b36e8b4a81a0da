import { expect, test } from 'vitest';
import { moveClock } from '../../test/accounts.ts';
import { DAY, resultsOf, useInvitations } from '../../test/invitations.ts';
import { useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
const { newLoan } = useLoans(world);
const { invite, oldHand } = useInvitations(world);

let serial = 0;
/** An address that is invited only once here. */
const fresh = (name = 'guest') => `${name}${(serial += 1)}@example.org`;

const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => a.localeCompare(b));

test('security T5: three a week to one address from all people together, also when they come at once', async () => {
  const address = fresh();
  const loans = await Promise.all(Array.from({ length: 5 }, () => newLoan()));
  const answers = await Promise.all(loans.map((loan) => invite(loan.owner, loan.id, [address])));
  const results = answers.map((answer) => String(resultsOf(answer)[0]?.split(' ')[1]));
  expect(sorted(results)).toEqual(['sent', 'sent', 'sent', 'skipped', 'skipped']);
  moveClock(world, 7 * DAY + 1);
  const next = await newLoan();
  expect(resultsOf(await invite(next.owner, next.id, [address]))).toEqual([`${address} sent`]);
});

test('security T5: ten in a call of an account’s first week, 200 a person and day after it', async () => {
  const loan = await newLoan();
  const list = (count: number) => Array.from({ length: count }, () => fresh('many'));
  const sentOf = async (...args: Parameters<typeof invite>) =>
    resultsOf(await invite(...args)).filter((result) => result.endsWith(' sent')).length;
  expect(await sentOf(await world.newPerson(), loan.id, list(12))).toBe(10);
  const old = await oldHand();
  const counts: number[] = [];
  for (let times = 0; times < 5; times += 1) counts.push(await sentOf(old, loan.id, list(45)));
  expect(counts).toEqual([45, 45, 45, 45, 20]);
  moveClock(world, DAY + 1);
  expect(await sentOf(old, loan.id, list(1))).toBe(1);
});

test('security 1.4: a person whose phone nobody has proven invites ten a day', async () => {
  const loan = await newLoan();
  const person = await oldHand();
  await world.db.updateTable('identities').set({ phoneByEmail: true }).where('subject', '=', person.subject).execute();
  const sentOf = async (count: number) =>
    resultsOf(
      await invite(
        person,
        loan.id,
        Array.from({ length: count }, () => fresh('few')),
      ),
    ).filter((result) => result.endsWith(' sent')).length;
  expect([await sentOf(8), await sentOf(8), await sentOf(8)]).toEqual([8, 2, 0]);
});

test('security T5: 5,000 a day for all people together', async () => {
  const loan = await newLoan();
  const rows = Array.from({ length: 5000 }, (_, index) => ({
    address: `crowd${index}@example.org`,
    inviterId: loan.officer.id,
    at: world.now,
  }));
  for (let from = 0; from < rows.length; from += 1000)
    await world.db
      .insertInto('invitationSends')
      .values(rows.slice(from, from + 1000))
      .execute();
  const address = fresh();
  expect(resultsOf(await invite(loan.owner, loan.id, [address]))).toEqual([`${address} skipped`]);
  await world.db.deleteFrom('invitationSends').where('address', 'like', 'crowd%').execute();
});
