import type { CallName } from '@sathi/contract/calls.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { proveNow } from './accounts.ts';
import { expectMoney, payInAccount, receiveAt } from './expected.ts';
import { done, useLoans } from './loans.ts';
import type { Wire } from './matrix/table.ts';
import { usePayouts } from './payouts.ts';
import { openDesk } from './statements/desk.ts';
import { NOW, type Person, ROI, type World } from './world.ts';

/** A request and the person who sends it. */
export type Asked = { readonly wire: Wire; readonly as: Person | null };
export type Subjects = Partial<Record<CallName, () => Promise<Asked>>>;

/** The institution whose money is awaited here, so that the loans of the matrix, which are at ROI, go on as they do. */
const FATEN = 2 as MfiId;
const ofRoi = { mfiId: ROI };
const ofFaten = { mfiId: FATEN };

/** Requests about money that is paid out, and about money that has to come. */
export function moneySubjects(world: World): Subjects {
  return { ...payoutSubjects(world), ...awaitingSubjects(world) };
}

function payoutSubjects(world: World): Subjects {
  const { newLoan, withdraw } = useLoans(world);
  const { keep } = usePayouts(world);
  /** A person with credit, some of which may be asked out. */
  const rich = async () => {
    await awaitMoney(world);
    const as = await world.newPerson();
    await receiveAt(world, FATEN, await world.newPerson({ staffOf: [FATEN] }), as, 1000);
    const payoutAccountId = await keep(as);
    world.now = new Date(NOW.getTime() + 11 * 86_400_000);
    await proveNow(world, as);
    return { as, payoutAccountId };
  };
  const waitingBatch = async () => {
    const as = await world.newPerson({ staffOf: [ROI] });
    const { accountId } = await openDesk(world, ROI, as);
    const loan = await newLoan({ status: 5 });
    return { as, accountId, items: [{ kind: 'withdrawal', id: done(await withdraw(loan)).id as string }] };
  };
  return {
    askPayout: async () => {
      const { as, payoutAccountId } = await rich();
      return { wire: { body: { ...ofFaten, amount: 5, payoutAccountId } }, as };
    },
    updatePayout: async () => {
      const { as, payoutAccountId } = await rich();
      const body = { ...ofFaten, amount: 5, payoutAccountId };
      const { id } = done(await world.call('POST', '/api/money/payouts', { as, body }));
      return { wire: { query: { id }, body: { state: 'cancelled' } }, as };
    },
    enterPayoutResume: async () => {
      const { owner, officer: as } = await newLoan({ status: 5 });
      const stop = { userId: owner.id, stoppedAt: world.now, resumesAt: null };
      await world.db.insertInto('payoutStops').values(stop).execute();
      const body = { idSeen: true, reason: 'Came by' };
      return { wire: { query: { ...ofRoi, personId: owner.id }, body }, as };
    },
    makeBatch: async () => {
      const { as, ...body } = await waitingBatch();
      return { wire: { query: ofRoi, body }, as };
    },
    changeBatch: async () => {
      const { as, ...body } = await waitingBatch();
      const { id } = done(await world.call('POST', '/api/mfi/batches?mfiId=3', { as, body }));
      const second = await world.newPerson({ staffOf: [ROI] });
      await proveNow(world, second);
      const approved = { state: 'approved' };
      done(await world.call('PATCH', `/api/mfi/batches?mfiId=3&id=${id}`, { as: second, body: approved }));
      return { wire: { query: { ...ofRoi, id }, body: { state: 'cancelled', reason: 'Wrong account' } }, as: second };
    },
  };
}

/** Turns the institution to awaited money, unless it has turned already. */
async function awaitMoney(world: World): Promise<void> {
  const { collection } = await world.db
    .selectFrom('mfis')
    .select('collection')
    .where('id', '=', FATEN)
    .executeTakeFirstOrThrow();
  if (collection !== 'expected') await expectMoney(world, FATEN);
}

/** Requests at an institution that awaits the money of its backers. */
function awaitingSubjects(world: World): Subjects {
  const { newLoan, back } = useLoans(world);
  const awaiting = async () => {
    await awaitMoney(world);
    const as = await world.newPerson({ staffOf: [FATEN] });
    return { as, accountId: await payInAccount(world, as, ofFaten) };
  };
  const asBacker = async (body: object): Promise<Asked> => {
    const { as } = await awaiting();
    const backer = await world.newPerson();
    await receiveAt(world, FATEN, as, backer, 1000);
    return { wire: { body: { ...ofFaten, ...body } }, as: backer };
  };
  /** A person who has backed a loan and not paid. */
  const owing = async () => {
    const office = await awaiting();
    const loan = await newLoan({ mfiId: FATEN });
    const backer = await world.newPerson();
    done(await back(loan, backer, 10));
    const [{ reference }] = done(await world.call('GET', '/api/money/orders', { as: backer }));
    return { ...office, backer, reference };
  };
  return {
    payWithCredit: () => asBacker({}),
    tellPaid: async () => {
      const { backer: as } = await owing();
      return { wire: { body: { ...ofFaten, paidOn: '2026-01-01', channel: 'bank' } }, as };
    },
    giveCredit: () => asBacker({ amount: 5 }),
    enterReceipt: async () => {
      const { as, accountId, reference } = await owing();
      const body = { reference, accountId, amount: 5, receivedOn: '2026-01-01' };
      return { wire: { query: ofFaten, body }, as };
    },
    reverseReceipt: async () => {
      const { as } = await awaiting();
      const { id } = (await receiveAt(world, FATEN, as, await world.newPerson(), 1000)) as unknown as { id: number };
      const second = await world.newPerson({ staffOf: [FATEN] });
      return { wire: { query: { ...ofFaten, id }, body: { reason: 'Returned' } }, as: second };
    },
    drawOwnMoney: async () => {
      const { as, accountId } = await awaiting();
      return { wire: { query: ofFaten, body: { amount: 5, accountId, reference: 'TRX81' } }, as };
    },
    backWithGift: async () => {
      const { as } = await awaiting();
      const { id } = await newLoan({ mfiId: FATEN });
      return { wire: { query: ofFaten, body: { proposalId: id, amount: 5 } }, as };
    },
  };
}
