import type { ProposalId } from '@sathi/domain/ids.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { BATCHES, useBatches } from '../../test/batches.ts';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { DCBS, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { moveWithdrawal } = useLoans(world);
const { office, list, change, fileOf, asked } = useBatches(world);
const { rich, ask, waiting, step, own, credits } = usePayouts(world);

type Item = { readonly kind: 'payout' | 'withdrawal'; readonly id: string };
const make = (items: readonly Item[], accountId: unknown = office.account) =>
  world.call('POST', BATCHES, { as: office.maker, body: { accountId, items } });
const approve = async (id: string) => {
  await proveNow(world, office.second);
  return change(office.second, id, { state: 'approved' });
};
const markSent = async (id: string, item: Item) => {
  await proveNow(world, office.maker);
  return change(office.maker, id, { sent: [{ ...item, bankReference: 'TX-1' }] });
};
const readFile = async (id: string) => {
  await proveNow(world, office.maker);
  return fileOf(office.maker, id);
};

type Act = (person: Person, loan?: Loan) => Promise<unknown>;
/** Holds the money of a person back; the second act lets it go. */
type Hold = readonly [name: string, code: string, on: Act, off: Act];
const frozen = (of: object) =>
  world.db
    .insertInto('freezes')
    .values({ ...of, mfiId: ROI, reason: 'Their papers', frozenBy: office.maker.id, frozenAt: world.now })
    .execute();
const restUntil = ({ id }: Person, payoutsRestUntil: Date | null) =>
  world.db.updateTable('users').set({ payoutsRestUntil }).where('id', '=', id).execute();
const HOLDS: readonly Hold[] = [
  [
    'a freeze of its person, which is let go where another institution freezes them',
    'frozen',
    ({ id }) => frozen({ userId: id }),
    ({ id }) => world.db.updateTable('freezes').set({ mfiId: DCBS }).where('userId', '=', id).execute(),
  ],
  [
    'payouts that their person stopped',
    'payouts_stopped',
    ({ id }) => world.db.insertInto('payoutStops').values({ userId: id, stoppedAt: world.now }).execute(),
    ({ id }) => world.db.deleteFrom('payoutStops').where('userId', '=', id).execute(),
  ],
];
const OF_LOANS: readonly Hold[] = [
  [
    'a freeze of the loan',
    'frozen',
    (_, loan) => frozen({ proposalId: Number(loan?.id) as ProposalId }),
    () => world.db.deleteFrom('freezes').where('proposalId', 'is not', null).execute(),
  ],
];
const IN_BATCHES: readonly Hold[] = [
  [
    'the rest after a change of phone',
    'cooling_off',
    (person) => restUntil(person, new Date(world.now.getTime() + 3_600_000)),
    (person) => restUntil(person, null),
  ],
];

/** Three requests of which one waits alone, one is in a batch that waits, and one in a batch that is approved. */
async function batched(items: readonly [Item, Item, Item], accountId?: unknown) {
  const [made, approved] = [done(await make([items[1]], accountId)).id, done(await make([items[2]], accountId)).id];
  done(await approve(approved));
  return { made, approved };
}
type Batched = Awaited<ReturnType<typeof batched>>;

async function expectHeld(
  code: string,
  [one, two, three]: readonly [Item, Item, Item],
  of: Batched,
  account?: unknown,
) {
  const refused = await make([one], account);
  expect([refused.status, refused.body.code, refused.body.items]).toEqual([409, code, [{ ...one, code }]]);
  const waits = await approve(of.made);
  expect([waits.status, waits.body.code, waits.body.items]).toEqual([409, code, [{ ...two, code }]]);
  expect((await readFile(of.approved)).json()).toMatchObject({ code, items: [{ ...three, code }] });
  expect(refusal(await markSent(of.approved, three))).toBe(`409 ${code}`);
}

describe('R34.7, R25.1: money of a loan is neither sent nor put into, approved, written or sent in a batch', () => {
  test.each([...HOLDS, ...OF_LOANS, ...IN_BATCHES])('by %s', async (_, code, on, off) => {
    const requests = [await asked(), await asked(), await asked()] as const;
    const items = requests.map(({ id }) => ({ kind: 'withdrawal', id })) as unknown as [Item, Item, Item];
    const batches = await batched(items);
    const all = (act: Act) => Promise.all(requests.map(({ loan }) => act(loan.owner, loan)));
    await all(on);
    await expectHeld(code, items, batches);
    const byHand = { state: 'sent', reference: 'TX-2' };
    expect(refusal(await moveWithdrawal(items[0].id, office.second, byHand))).toBe(`409 ${code}`);
    const states = (await list(office.second)).filter(({ id }: Item) => items.some((item) => item.id === id));
    expect(states.map(({ state }: { state: string }) => state)).toEqual(['requested', 'requested', 'requested']);
    await all(off);
    done(await moveWithdrawal(items[0].id, office.second, byHand));
    done(await approve(batches.made));
    expect((await readFile(batches.approved)).statusCode).toBe(200);
    done(await markSent(batches.approved, items[2]));
  });
});

describe('R34.7, R25.1: credit is neither asked out nor sent, by hand or in a batch', () => {
  let accountId: string;
  beforeAll(async () => {
    await expectMoney(world, ROI);
    accountId = await payInAccount(world, await world.newPerson(), { forPayOut: true });
  });

  test.each([...HOLDS, ...IN_BATCHES])('by %s', async (_, code, on, off) => {
    const mine = await rich(office.maker, 4000);
    const ids = [await waiting(mine, 10), await waiting(mine, 10), await waiting(mine, 10)];
    const items = ids.map((id) => ({ kind: 'payout', id })) as unknown as [Item, Item, Item];
    const batches = await batched(items, accountId);
    const before = await credits(mine.me);
    const askMore = async () => {
      await proveNow(world, mine.me);
      return ask(mine, 5);
    };
    const send = async () => {
      await proveNow(world, office.second);
      return step(office.second, items[0].id, { state: 'sent', accountId, bankReference: 'TX', sentOn: '2026-02-11' });
    };
    await on(mine.me);
    await expectHeld(code, items, batches, accountId);
    expect(refusal(await send())).toBe(`409 ${code}`);
    // A request may be made while its person rests.
    if (code !== 'cooling_off') expect(refusal(await askMore())).toBe(`409 ${code}`);
    expect((await own(mine.me)).map(({ state }: { state: string }) => state)).toEqual(Array(3).fill('requested'));
    expect(await credits(mine.me)).toEqual(before);
    await off(mine.me);
    done(await send());
    done(await askMore());
    done(await approve(batches.made));
    expect((await readFile(batches.approved)).statusCode).toBe(200);
    done(await markSent(batches.approved, items[2]));
  });
});
