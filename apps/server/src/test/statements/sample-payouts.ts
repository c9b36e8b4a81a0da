import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import { proveNow } from '../accounts.ts';
import { receiveAt } from '../expected.ts';
import { done, useLoans } from '../loans.ts';
import { usePayouts } from '../payouts.ts';
import { DCBS, type Person, type World } from '../world.ts';
import type { openSampleDesk } from './sample-desk.ts';
import { fixture, fixtureAccount } from './statement-fixture.ts';

type Payout = (typeof fixture)['payouts'][number];
/** A request of the samples, with its id here and its worth in dollars. */
export type SamplePayout = Payout & { readonly cents: Cents; readonly here: string };
type Desk = Awaited<ReturnType<typeof openSampleDesk>>;
type Credit = { readonly payout: Payout; readonly me: Person; readonly payoutAccountId: string };

/** Instalments of so many months are no sum of the samples. */
const MONTHS = 11;
const RATE = 122.35;

function centsOf({ accountId, amount }: Payout): Cents {
  return (fixtureAccount(accountId).currency === 'USD' ? amount : Math.round(amount / RATE)) as Cents;
}

/** Loans of before the institution awaited money, whose owners ask for it. */
export async function withdrawAll(world: World, officer: Person): Promise<SamplePayout[]> {
  const { newLoan, withdraw } = useLoans(world);
  const asked: SamplePayout[] = [];
  for (const payout of fixture.payouts.filter(({ kind }) => kind === 'withdrawal')) {
    const form = { amount: centsOf(payout) / 100, monthsToRepay: MONTHS, startDate: '2026-12-01' };
    const loan = await newLoan({ status: 5, mfiId: DCBS, officer, form });
    const { id: here } = done(await withdraw(loan));
    asked.push({ ...payout, cents: centsOf(payout), here });
  }
  return asked;
}

/** People with credit that came long ago, each with a payout account, which has to rest. */
export async function keepCredit(world: World, officer: Person): Promise<Credit[]> {
  const { keep } = usePayouts(world);
  const credits: Credit[] = [];
  for (const payout of fixture.payouts.filter(({ kind }) => kind === 'credit')) {
    const me = await world.newPerson();
    await receiveAt(world, DCBS, officer, me, centsOf(payout));
    credits.push({ payout, me, payoutAccountId: await keep(me) });
  }
  return credits;
}

export async function askForCredit(world: World, credits: readonly Credit[]): Promise<SamplePayout[]> {
  const { ask } = usePayouts(world);
  const asked: SamplePayout[] = [];
  for (const { payout, ...whose } of credits) {
    await proveNow(world, whose.me);
    const cents = centsOf(payout);
    const { id: here } = done(await ask(whose, cents / 100, DCBS));
    asked.push({ ...payout, cents, here });
  }
  return asked;
}

/** One batch of each account, approved; its requests have the references and sums of the samples. */
export async function batchAll(
  { world, desk, officers }: { readonly world: World; readonly desk: Desk; readonly officers: readonly Person[] },
  asked: readonly SamplePayout[],
): Promise<void> {
  const at = `/api/mfi/batches?mfiId=${DCBS}`;
  const kindOf = ({ kind }: Payout) => (kind === 'credit' ? 'payout' : 'withdrawal');
  for (const account of fixture.accounts) {
    const own = asked.filter(({ accountId }) => accountId === account.id);
    const body = {
      accountId: String(desk.ids.get(account.id)),
      items: own.map((each) => ({ kind: kindOf(each), id: each.here })),
    };
    const [enters, approves] = officers as [Person, Person];
    const { id } = done(await world.call('POST', at, { as: enters, body }));
    await proveNow(world, approves);
    done(await world.call('PATCH', `${at}&id=${id}`, { as: approves, body: { state: 'approved' } }));
    for (const { kind, here, reference, amount } of own) {
      const column = sql.ref(kind === 'credit' ? 'payout_id' : 'withdrawal_id');
      await sql`update payout_batch_items set reference = ${reference}, paid_minor = ${amount}
        where ${column} = ${Number(here)}`.execute(world.db);
      if (kind === 'credit')
        await sql`update payouts set reference = ${reference} where id = ${Number(here)}`.execute(world.db);
    }
  }
}
