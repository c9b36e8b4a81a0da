import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { bearer, provenPerson, runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { useInvitations } from '../../test/invitations.ts';
import { useLocalMoney } from '../../test/local-money.ts';
import { payInAccount, receiveAtRoi } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { writeMessage } from '../../test/written-message.ts';
import { useWorld } from '../../test/world.ts';
import { PARTS } from './own-data.repository.ts';

const world = useWorld();
const { newLoan, back, withdraw } = useLoans(world);
const { sentTo } = useBells(world);
const { invite, setEmail } = useInvitations(world);

const HOUR_MS = 3_600_000;
const ask = (token: string) => world.call('POST', '/api/users/export', { ...bearer(token), body: {} });
const until = async (token: string) => (await world.call('GET', '/api/users/export', bearer(token))).body.data.until;

/** The way of a browser that follows the link: without a token of its own. */
const open = (url: string) => world.app.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, '') });

function filesOf(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(zip.length - 6);
  for (let left = zip.readUInt16LE(zip.length - 12); left > 0; left -= 1) {
    const [size, length, start] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    files.set(name, inflateRawSync(zip.subarray(start + 30 + length, start + 30 + length + size)).toString('utf8'));
    at += 46 + length;
  }
  return files;
}

test('one press gives everything about a person as JSON and CSV, and tells them (R13.3)', async () => {
  const me = await provenPerson(world);
  const other = await world.newPerson({ firstName: 'Stranger', lastName: 'Beyond' });
  const loan = await newLoan({ owner: me, status: 5, backers: [other] });
  done(await withdraw(loan));
  await writeMessage(world, loan);
  done(await back(await newLoan({ owner: other }), me, 12.5));
  const { url, until: end } = done(await ask(me.token));
  expect(end).toBe(new Date(world.now.getTime() + 24 * HOUR_MS).toISOString());
  const answer = await open(url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(answer.headers['cache-control']).toContain('no-store');
  const files = filesOf(answer.rawPayload);
  const part = (name: string) => JSON.parse(files.get(`json/${name}.json`) ?? 'null');
  expect([...files.keys()].toSorted()).toEqual(
    [...Object.keys(PARTS), 'withdrawals', 'payout_accounts']
      .flatMap((name) => [`csv/${name}.csv`, `json/${name}.json`])
      .toSorted(),
  );
  expect(part('profile')).toMatchObject([{ id: me.id, phone: me.phone }]);
  expect(part('proposals')).toMatchObject([{ title: 'A sewing machine', amountUsd: 100, status: 5 }]);
  expect(part('backings')).toMatchObject([{ amountUsd: 12.5, anonymous: false }]);
  expect(part('withdrawals')).toMatchObject([{ accountNumber: '1234567890', amountUsd: 100 }]);
  expect(part('messages')).toHaveLength(1);
  expect(files.get('csv/backings.csv')).toMatch(/"proposal_id","id","amount_usd"[^]*12\.5/);
  const text = [...files.values()].join('\n');
  for (const secret of ['Stranger', 'Beyond', '$argon2', 'sealed', 'token_hash', 'code_hash']) {
    expect(text).not.toContain(secret);
  }
  await runJobs(world);
  expect((await sentTo(me)).join('\n')).toContain('A link to all of your data was made.');
});

describe('the export of a person who owes local money', () => {
  const { repayLocal } = useLocalMoney(world);

  test('holds the rate, the plan and the payments that bind them (R13.3, R23.4)', async () => {
    const me = await provenPerson(world);
    const loan = await newLoan({ owner: me, status: 5, form: { amount: 100, monthsToRepay: 10 } });
    await repayLocal(loan, 122_400);
    const account = await payInAccount(world, loan.officer, { currency: 'BDT' });
    await receiveAtRoi(world, loan.officer, me, 500);
    await sql`update receipts set account_id = ${account}, local_minor = 61175 where user_id = ${me.id}`.execute(
      world.db,
    );
    const files = filesOf((await open(done(await ask(me.token)).url)).rawPayload);
    const part = (name: string) => JSON.parse(files.get(`json/${name}.json`) ?? 'null');
    const terms = { localCurrency: 'BDT', rateMillionths: 122_350_000, payoutMinor: 1_223_500 };
    expect(part('proposals')).toMatchObject([
      { askedMinor: null, askedCurrency: null, rateOn: expect.any(String), ...terms },
    ]);
    expect(part('instalments')[0]).toMatchObject({ amountUsd: 10, localMinor: 122_400 });
    expect(part('payments')).toMatchObject([{ localMinor: 122_400, countedMinor: 122_400, localCurrency: 'BDT' }]);
    expect(part('receipts')).toMatchObject([{ amountUsd: 5, localMinor: 61_175, currency: 'BDT' }]);
    expect(files.get('csv/proposals.csv')).toMatch(/"local_currency","rate_millionths","rate_on","payout_minor"/);
  });
});

test.each([
  ['has confirmed', true],
  ['has only typed', false],
])(
  'an address that an account %s has its invitations and refusals in the export or not (R33.2)',
  async (name, isConfirmed) => {
    const me = await provenPerson(world);
    const address = `${name.replaceAll(' ', '.')}@example.org`;
    await setEmail(me, address, isConfirmed);
    const loan = await newLoan();
    await invite(loan.owner, loan.id, [address]);
    await world.db
      .insertInto('suppressedAddresses')
      .values({ address, kind: 'news', reason: 'unsubscribed', at: world.now })
      .execute();
    const files = filesOf((await open(done(await ask(me.token)).url)).rawPayload);
    const rows = (part: string) => JSON.parse(files.get(`json/${part}.json`) ?? 'null');
    const expected = isConfirmed ? 1 : 0;
    expect([rows('invitations_received'), rows('mails_refused')].map(({ length }) => length)).toEqual([
      expected,
      expected,
    ]);
  },
);

test('a link is not made without a fresh proof, and not for others (R34.2)', async () => {
  const person = await world.newPerson();
  expect(refusal(await ask(person.token))).toBe('403 step_up_required');
  expect(await until(person.token)).toBe(null);
  await runJobs(world);
  expect((await sentTo(person)).join()).not.toContain('A link');
});

test('a link is good for 24 hours of the real clock, until another one is made (R13.3)', async () => {
  const me = await provenPerson(world);
  const first = done(await ask(me.token));
  const second = done(await ask(me.token));
  expect((await open(first.url)).statusCode).toBe(404);
  expect((await open(second.url)).statusCode).toBe(200);
  expect(await until(me.token)).toBe(second.until);
  // A clock of the rules that was set ahead ends no link.
  world.daysAhead = 3;
  expect((await open(second.url)).statusCode).toBe(200);
  world.daysAhead = 0;
  const before = world.now;
  world.now = new Date(before.getTime() + 24 * HOUR_MS);
  expect((await open(second.url)).statusCode).toBe(404);
  world.now = before;
});

test('the database and the log have no link, and so does a repeated request (R13.3)', async () => {
  const me = await provenPerson(world);
  const send = { ...bearer(me.token), body: {}, key: 'export' };
  const { url } = done(await world.call('POST', '/api/users/export', send));
  const token = new URL(url).searchParams.get('token') as string;
  const rows = await sql<{ all: string }>`
    select (select coalesce(string_agg(to_jsonb(l)::text, ''), '') from own_data_links l)
      || (select coalesce(string_agg(to_jsonb(k)::text, ''), '') from idempotency_keys k) as all`.execute(world.db);
  expect(rows.rows[0]?.all).not.toContain(token);
  await open(url);
  expect(world.logLines.join('\n')).not.toContain(token);
});

/** Columns that name a person but are no part of what is kept about them: what others did with their things. */
const NOT_THEIRS = [
  'proposals.approved_by',
  'settlements.entered_by',
  'settlements.approved_by',
  'withdrawals.sent_by',
  'withdrawals.closed_by',
  'journals.actor_id',
  'staff_entries.entered_by',
  'staff_entries.approved_by',
  'former_staff.removed_by',
  'phone_changes.entered_by',
  'phone_changes.approved_by',
  'blocked_people.blocked_id',
  'former_phones.user_id',
  'money_accounts.entered_by',
  'money_accounts.approved_by',
  'money_accounts.waiting_by',
  'money_rates.entered_by',
  'payouts.sent_by',
  'payouts.closed_by',
  'payout_batches.entered_by',
  'payout_batches.approved_by',
  'payout_batch_items.taken_out_by',
  'payout_batch_downloads.downloaded_by',
  'money_rates.decided_by',
  'statement_mappings.set_by',
  'statements.uploaded_by',
  'statement_uploads.user_id',
  'line_parts.booked_by',
  'line_parts.undone_by',
  'agreed_days.agreed_by',
  'day_reasons.given_by',
  'freezes.frozen_by',
  'freezes.undo_entered_by',
  'freezes.lifted_by',
  'report_cases.decided_by',
  'report_cases.answered_by',
  'receipts.booked_by',
  'receipts.reversed_by',
  'receipts.confirmed_by',
  'gift_loans.lent_by',
  'own_money_draws.drawn_by',
  'debt_takeovers.entered_by',
  'debt_takeovers.approved_by',
  'tills.officer_id',
  'tills.closed_by',
  'tills.received_by',
  'mfis.house_id',
  'mfis.fund_id',
];
/** Columns whose people a trigger looks up, and no foreign key (decision 171). */
const LOOKED_UP = ['investments.investor_id', 'accounts.user_id', 'journals.actor_id'];
/** Tables whose rows hang on the subject of an account and hold nothing of the person. */
const MACHINERY = ['factor_questions'];

test('every column that names a person is in a part, or is named here as none of theirs (R13.3)', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid in ('users'::regclass, 'identities'::regclass)
      and c.conrelid <> 'users'::regclass`.execute(world.db);
  const text = Object.values(PARTS)
    .map((query) => query(1 as never).compile(world.db).sql)
    .concat('withdrawals owner_id', 'payout_accounts user_id')
    .map((one) => one.toLowerCase());
  const names = [...rows.map(({ name }) => name), ...LOOKED_UP];
  const missing = names
    .filter((name) => {
      const [table = '', column = ''] = name.split('.');
      return !text.some((one) => one.includes(table) && one.includes(column));
    })
    .filter((name) => !NOT_THEIRS.includes(name) && !MACHINERY.includes(name.split('.')[0] ?? ''));
  expect(missing).toEqual([]);
  expect(NOT_THEIRS.filter((name) => !names.includes(name))).toEqual([]);
});
