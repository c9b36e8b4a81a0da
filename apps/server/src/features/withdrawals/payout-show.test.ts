import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw } = useLoans(world);
const { heard, sentTo } = useBells(world);

const HOUR_MS = 3_600_000;
const REASON = 'To fill in the transfer form';
const show = (as: Person, id: string, { body = {}, mfiId = ROI as number, key = '' } = {}) =>
  world.call('POST', `/api/mfi/payouts/show?mfiId=${mfiId}`, {
    as,
    body: { kind: 'withdrawal', id, reason: REASON, ...body },
    ...(key && { key }),
  });

async function asked(owner?: Person) {
  const loan = await newLoan({ status: 5, ...(owner && { owner }) });
  const body = { accountNumber: 'AB-12345678', bankName: 'Janata' };
  return { loan, id: String(done(await withdraw(loan, { body })).id) };
}

test('R25.2: staff see the whole number for a reason, uncached; it is kept, logged and told to the owner', async () => {
  const { loan, id } = await asked();
  const answer = await show(loan.officer, id);
  const whole = { accountName: 'Rahima', accountNumber: 'AB-12345678', bankName: 'Janata', branch: null };
  expect(done(answer)).toEqual(whole);
  expect(answer.headers['cache-control']).toContain('no-store');
  const shows = await world.db
    .selectFrom('payoutShows')
    .selectAll()
    .where('withdrawalId', '=', Number(id) as never)
    .execute();
  expect(shows).toMatchObject([{ shownBy: loan.officer.id, reason: REASON }]);
  const log = done(await world.call('GET', `/api/mfi/auditLog?mfiId=${ROI}`, { as: loan.officer }));
  expect(log[0]).toMatchObject({ action: 'showPayout', actorId: String(loan.officer.id) });
  expect(JSON.stringify(log[0])).toContain(id);
  expect(JSON.stringify(log)).not.toContain(REASON);
  await runJobs(world);
  expect(await heard(loan.owner)).toContain('payout_account_shown 100');
  const told = (await sentTo(loan.owner)).filter((text) => text.includes('looked at the account'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('ROI');
});

test('R25.2: the number lies nowhere in clear, in the stored answer of a repeated request neither', async () => {
  const { loan, id } = await asked();
  const [first, again] = [
    await show(loan.officer, id, { key: 'show-1' }),
    await show(loan.officer, id, { key: 'show-1' }),
  ];
  expect(again.body).toEqual(first.body);
  await runJobs(world);
  const tables = await Promise.all(
    ['payout_shows', 'audit_log', 'outbox', 'idempotency_keys', 'notifications'].map(async (table) => {
      const { rows } = await sql<{ text: string }>`
        select coalesce(json_agg(t)::text, '') as text from ${sql.table(table)} t`.execute(world.db);
      return rows[0]?.text;
    }),
  );
  const kept = [...tables, ...world.logLines, ...world.sent.map(({ text }) => text)].join();
  expect(kept).not.toContain('12345678');
});

test('R25.2: without a reason, for another MFI and for oneself there is nothing to see', async () => {
  const owner = await world.newPerson({ staffOf: [ROI] });
  const { loan, id } = await asked(owner);
  expect(refusal(await show(loan.officer, id, { body: { reason: ' ' } }))).toBe('422 invalid_request');
  expect(refusal(await show(loan.officer, id, { body: { kind: 'receipt' } }))).toBe('422 invalid_request');
  expect(refusal(await show(owner, id))).toBe('403 second_person_needed');
  const elsewhere = await world.newPerson({ staffOf: [DCBS] });
  expect(refusal(await show(elsewhere, id))).toBe('403 not_permitted');
  expect(refusal(await show(elsewhere, id, { mfiId: DCBS }))).toBe('404 not_found');
  expect(refusal(await show(await world.newPerson(), id))).toBe('403 not_permitted');
  expect(
    await world.db
      .selectFrom('payoutShows')
      .select('id')
      .where('withdrawalId', '=', Number(id) as never)
      .execute(),
  ).toEqual([]);
});

test('R25.2: thirty looks in an hour, and no more, also when they come at once', async () => {
  const { loan, id } = await asked();
  for (let count = 0; count < 28; count += 1) done(await show(loan.officer, id));
  const last = await Promise.all([1, 2, 3, 4].map(() => show(loan.officer, id)));
  expect(last.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '429', '429']);
  const refused = await show(loan.officer, id);
  expect(refusal(refused)).toBe('429 too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBe(3600);
  done(await show(await world.newPerson({ staffOf: [ROI] }), id));
  world.now = new Date(NOW.getTime() + HOUR_MS);
  done(await show(loan.officer, id));
});
