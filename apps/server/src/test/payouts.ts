import type { MfiId } from '@sathi/domain/ids.ts';
import { proveNow } from './accounts.ts';
import { receiveAtRoi } from './expected.ts';
import { done } from './loans.ts';
import { NOW, type Person, ROI, type World } from './world.ts';

const DAY_MS = 86_400_000;
const ACCOUNT = { method: 'bank', accountName: 'Ann Lee', accountNumber: '0117 220 3344' };

export type Rich = { readonly me: Person; readonly payoutAccountId: string };

/** Credit of people at ROI, and the calls by which they ask it out. */
export function usePayouts(world: World) {
  async function keep(as: Person, body: object = {}): Promise<string> {
    await proveNow(world, as);
    return done(await world.call('POST', '/api/money/payoutAccounts', { as, body: { ...ACCOUNT, ...body } })).id;
  }

  /** A person with credit at ROI that came by money, and an account; after eleven days it rested, and nothing is held back. */
  async function rich(
    bookedBy: Person,
    cents: number,
    { days = 11, me }: { days?: number; me?: Person } = {},
  ): Promise<Rich> {
    const person = me ?? (await world.newPerson());
    await receiveAtRoi(world, bookedBy, person, cents);
    const payoutAccountId = await keep(person);
    world.now = new Date(NOW.getTime() + days * DAY_MS);
    await proveNow(world, person);
    return { me: person, payoutAccountId };
  }

  const ask = ({ me, payoutAccountId }: Rich, amount: unknown, mfiId: MfiId | number | null = ROI) =>
    world.call('POST', '/api/money/payouts', { as: me, body: { mfiId, amount, payoutAccountId } });

  /** Asks for a payout and lets its day pass. @returns its id */
  async function waiting(whose: Rich, amount: number): Promise<string> {
    await proveNow(world, whose.me);
    const { id } = done(await ask(whose, amount));
    world.now = new Date(world.now.getTime() + DAY_MS);
    return id;
  }

  const step = (as: Person, id: string, body: object) =>
    world.call('PATCH', `/api/money/payouts?id=${id}`, { as, body });
  const own = async (as: Person) => done(await world.call('GET', '/api/money/payouts', { as }));
  const credits = async (as: Person) => done(await world.call('GET', '/api/borrow/portfolio', { as })).credits;
  return { keep, rich, ask, waiting, step, own, credits };
}
