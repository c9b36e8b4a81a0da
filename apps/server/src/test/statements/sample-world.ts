import { sql } from 'kysely';
import { expectMoney } from '../expected.ts';
import { done, useLoans } from '../loans.ts';
import { DCBS, type Person, type World } from '../world.ts';
import { openSampleDesk, SAMPLE_NUMBERS } from './sample-desk.ts';
import { askForCredit, batchAll, keepCredit, type SamplePayout, withdrawAll } from './sample-payouts.ts';
import { fixture, fixtureAccount } from './statement-fixture.ts';

type Fixture = typeof fixture;
/** The ids here of the things of the samples, by their names there. */
export type SampleIds = {
  readonly proposals: ReadonlyMap<string, string>;
  readonly payments: ReadonlyMap<string, string>;
  readonly receipts: ReadonlyMap<string, string>;
  readonly payouts: ReadonlyMap<string, SamplePayout>;
};

const BACKED = new Date('2026-11-18T06:00:00Z');
const ENTERED = new Date('2026-11-20T06:00:00Z');
/** A request may be sent a day after it was asked for. */
const BATCHED = new Date('2026-11-20T08:00:00Z');
const HANDED_IN = new Date('2026-11-24T06:00:00Z');
const dollars = (cents: number) => cents / 100;
const written = (minor: number) => (minor / 100).toFixed(2);

/** The world that the sample files meet, made by real calls at DCBS: people who owe, loans, what waits and what is booked. */
export async function openSampleWorld(world: World) {
  const officers = [await world.newPerson({ staffOf: [DCBS] }), await world.newPerson({ staffOf: [DCBS] })] as const;
  const desk = await openSampleDesk(world, officers[0]);
  for (const { id, mapping } of fixture.accounts) if (mapping) done(await desk.setMapping(id));
  await insertRates(world, officers[0]);
  world.now = BACKED;
  const loans = await lendAtTrust(world, officers[0]);
  const withdrawn = await withdrawAll(world, officers[0]);
  await expectMoney(world, DCBS);
  const credits = await keepCredit(world, officers[0]);
  const people = await insertOrders(world);
  const office = { world, desk, officer: officers[0], people };
  const receipts = await bookReceipts(office);
  await payOnce(office);
  const asked = [...withdrawn, ...(await askForCredit(world, credits))];
  const proposals = await backAll(office);
  world.now = ENTERED;
  const payments = await enterPending(world, loans);
  world.now = BATCHED;
  await batchAll({ world, desk, officers }, asked);
  await sendSome(office);
  world.now = HANDED_IN;
  const payouts = new Map(asked.map((payout) => [payout.id, payout]));
  return { desk, officers, ids: { proposals, payments, receipts, payouts } satisfies SampleIds };
}

async function insertRates({ db, now }: World, { id: enteredBy }: Person): Promise<void> {
  await sql`update mfis set local_money = true, local_currency = 'BDT', local_unit_minor = ${fixture.unitMinor}
    where id = ${DCBS}`.execute(db);
  for (const { validFrom, rateMicros } of fixture.rates) {
    await sql`insert into money_rates (mfi_id, currency, valid_from, rate_millionths, source, reason, entered_by, entered_at,
        state, decided_by, decided_at)
      values (${DCBS}, 'BDT', ${validFrom}, ${rateMicros}, 'Bangladesh Bank', '', ${enteredBy}, ${now}, 'approved',
        ${enteredBy}, ${now})`.execute(db);
  }
}

type Lent = { readonly loan: Fixture['loans'][number]; readonly id: string; readonly owner: Person };

/** Loans in local money of before the institution turned, repaid until they owe what the samples say. */
async function lendAtTrust(world: World, officer: Person): Promise<Lent[]> {
  const { newLoan, repay } = useLoans(world);
  const lent: Lent[] = [];
  for (const loan of fixture.loans) {
    const planned = loan.plan.reduce((sum, { cents }) => sum + cents, 0);
    const form = { amount: dollars(planned), monthsToRepay: loan.plan.length, startDate: '2026-12-01' };
    const made = await newLoan({ status: 5, mfiId: DCBS, officer, form });
    await sql`update proposals set loan_reference = ${loan.reference} where id = ${Number(made.id)}`.execute(world.db);
    if (planned > loan.outstandingCents) await repay(made, dollars(planned - loan.outstandingCents));
    lent.push({ loan, id: made.id, owner: made.owner });
  }
  return lent;
}

async function insertOrders(world: World): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  for (const { reference } of fixture.orders) {
    const person = await world.newPerson();
    await sql`insert into pay_in_orders (user_id, mfi_id, reference, created_at)
      values (${person.id}, ${DCBS}, ${reference}, ${world.now})`.execute(world.db);
    people.set(reference, person);
  }
  return people;
}

type Office = {
  readonly world: World;
  readonly desk: Awaited<ReturnType<typeof openSampleDesk>>;
  readonly officer: Person;
  readonly people: ReadonlyMap<string, Person>;
};

/**
 * Books the receipts of the samples: those with a line by a file of the day before, the others by hand.
 * @returns them by their names
 */
async function bookReceipts({ world, desk, officer }: Office): Promise<Map<string, string>> {
  world.now = new Date('2026-11-19T06:00:00Z');
  const receipts = new Map<string, string>();
  for (const { id, accountId, reference, bankRef, amount, line } of fixture.receipts) {
    if (line) {
      const booked = await bookLine({ desk, world, officer }, accountId, { reference, bankRef, amount });
      receipts.set(id, booked);
      continue;
    }
    const { currency } = fixtureAccount(accountId);
    const sum =
      currency === 'USD' ? { amount: dollars(amount) } : { localAmount: { amount: written(amount), currency } };
    const body = { reference, accountId: String(desk.ids.get(accountId)), receivedOn: '2026-11-19', ...sum };
    const made = done(await world.call('POST', `/api/mfi/receipts?mfiId=${DCBS}`, { as: officer, body }));
    receipts.set(id, made.id);
  }
  return receipts;
}

/** Sends the requests that the samples call sent, by a line of the day before. */
async function sendSome(office: Office): Promise<void> {
  for (const { id, accountId, reference, amount, state } of fixture.payouts) {
    if (state === 'sent') await bookLine(office, accountId, { reference, bankRef: `OUT${id}`, amount: -amount });
  }
}

/** Hands in and books one line of the day before the samples. @returns its receipt, where it brought money */
async function bookLine(
  { desk, world, officer }: Pick<Office, 'desk' | 'world' | 'officer'>,
  accountId: string,
  { reference, bankRef, amount }: { readonly reference: string; readonly bankRef: string; readonly amount: number },
): Promise<string> {
  const sum = written(Math.abs(amount)).replace('.', ',');
  const way = amount < 0 ? 'D' : 'C';
  const { currency } = fixtureAccount(accountId);
  const file = [
    `:20:${bankRef}`,
    `:25:${SAMPLE_NUMBERS[accountId]}`,
    `:60F:C261119${currency}0,00`,
    `:61:2611191119${way}${sum}NTRFNONREF//${bankRef}`,
    `:86:${reference}`,
    `:62F:${way}261119${currency}${sum}`,
    '-',
    '',
  ];
  done(await desk.upload(accountId, file.join('\n')));
  const [line] = await desk.linesOf(accountId, `&q=${bankRef}`);
  const answer = await world.call('POST', `/api/mfi/lines/book?mfiId=${DCBS}`, {
    as: officer,
    body: { lines: [{ id: line.id }] },
  });
  if (done(answer).results[0].result !== 'booked') throw new Error(JSON.stringify(answer.body));
  const { rows } = await sql<{ id: number }>`
    select receipt_id as id from line_parts where line_id = ${Number(line.id)}`.execute(world.db);
  return String(rows[0]?.id);
}

/** Has each payer who is known pay once before, from the account that the samples name. */
async function payOnce(office: Office): Promise<void> {
  for (const { payerAccount, reference } of fixture.knownPayers) {
    const bankRef = `BEFORE${payerAccount}`;
    await bookLine(office, '11', { reference, bankRef, amount: 100 });
    await sql`update statement_lines set payer_account = ${payerAccount} where bank_ref = ${bankRef}`.execute(
      office.world.db,
    );
  }
}

/** Makes each proposal of the samples and its backings, of which nothing is paid. @returns the ids by their names */
async function backAll({ world, officer, people }: Office): Promise<Map<string, string>> {
  const { newLoan } = useLoans(world);
  world.now = BACKED;
  const proposals = new Map<string, string>();
  const items = fixture.orders.flatMap(({ reference, items: own }) => own.map((item) => ({ reference, ...item })));
  // The items and their proposals are made in the order of their names, so that they follow each other here as there.
  const inOrder = items.toSorted((a, b) => Number(a.investmentId) - Number(b.investmentId));
  for (const { proposalId } of inOrder.toSorted((a, b) => Number(a.proposalId) - Number(b.proposalId))) {
    if (proposals.has(proposalId)) continue;
    proposals.set(proposalId, (await newLoan({ mfiId: DCBS, officer, form: { startDate: '2026-12-01' } })).id);
  }
  for (const { reference, proposalId, payBy, unpaidCents } of inOrder) {
    const as = people.get(reference) as Person;
    const id = proposals.get(proposalId);
    const body = { proposalId: id, amount: dollars(unpaidCents), useCredit: false };
    done(await world.call('POST', '/api/borrow/backProposal', { as, body }));
    await sql`update investments set pay_by = ${payBy}
      where proposal_id = ${Number(id)} and investor_id = ${as.id}`.execute(world.db);
  }
  return proposals;
}

async function enterPending(world: World, lent: readonly Lent[]): Promise<Map<string, string>> {
  const payments = new Map<string, string>();
  for (const { loan, id: proposalId, owner } of lent) {
    for (const { id, amount, currency, channel, reference, paidOn } of loan.pending) {
      const body = {
        proposalId,
        localAmount: { amount: written(amount), currency },
        channel,
        paidOn,
        ...(reference !== '' && { reference }),
      };
      const sum = currency === 'USD' ? { amount: dollars(amount), localAmount: undefined } : {};
      const asked = { as: owner, body: { ...body, ...sum } };
      payments.set(id, done(await world.call('POST', '/api/borrow/proposalPayment', asked)).id);
    }
  }
  return payments;
}
