import type { ProposalId } from '@sathi/domain/ids.ts';
import { beforeAll } from 'vitest';
import { logPicture } from '../logged-pictures.ts';
import { done, type Loan, useLoans } from '../loans.ts';
import { DCBS, type Person, ROI, type World } from '../world.ts';
import { writeMessage } from '../written-message.ts';
import { CAMPAIGN } from './office-rows.ts';
import type { Actor, Cell, Target } from './table.ts';

const MISSING = '987654321';
export type Prepared = Pick<
  Cell,
  'loan' | 'backingId' | 'paymentId' | 'withdrawalId' | 'image' | 'updateId' | 'galleryImageId' | 'messageId'
>;
const STATUS = {
  draft: 1,
  open: 2,
  deleted: 2,
  locked: 3,
  whole: 4,
  ready: 4,
  funded: 5,
  repaid: 6,
  missing: 1,
} as const;

type Cast = {
  people: Record<Exclude<Actor, 'V'>, Person>;
  /** A person who is none of them. */
  other: Person;
  /** Staff of ROI who are no managers. */
  officer: Person;
  campaignId: string;
};

/** The people of the matrix, from the first test on, and loans in each state for them to make their calls about. */
export function useTargets(world: World) {
  const { newLoan, remove, pay, withdraw } = useLoans(world);
  const cast = {} as Cast;

  beforeAll(async () => {
    const [U, B, O] = [await world.newPerson(), await world.newPerson(), await world.newPerson()];
    const [S, X] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [DCBS] })];
    cast.people = { U, B, O, S, X };
    cast.other = await world.newPerson();
    cast.officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
    cast.campaignId = done(await world.call('POST', '/api/campaign', { as: S, body: CAMPAIGN })).id;
  });

  async function prepare(target: Target): Promise<Prepared> {
    const { B, O, S } = cast.people;
    const noMoney = { backingId: MISSING, paymentId: MISSING, withdrawalId: MISSING, messageId: MISSING };
    if (target === 'missing') {
      const loan: Loan = { id: MISSING, amount: 100, owner: O, officer: S, backers: [] };
      return { ...noMoney, image: 'proposalImages/none.webp', updateId: MISSING, galleryImageId: MISSING, loan };
    }
    const loan = await newLoan({
      status: STATUS[target],
      isApproved: target === 'ready',
      owner: O,
      officer: S,
      backers: [B],
    });
    const backingId = await backingOf(loan);
    const nothing = { ...noMoney, backingId, ...(await logPicture(world, loan)), ...(await writeMessage(world, loan)) };
    if (target === 'deleted') done(await remove(loan, O));
    if (target === 'repaid') {
      const payments = await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: O });
      return { ...nothing, loan, paymentId: done(payments)[0].id };
    }
    if (target !== 'funded') return { ...nothing, loan };
    return { ...nothing, loan, paymentId: done(await pay(loan, 1)).id, withdrawalId: done(await withdraw(loan)).id };
  }

  /** The id of the backing of the loan's only backer; `MISSING` without one. */
  async function backingOf({ id }: Loan): Promise<string> {
    const backings = world.db
      .selectFrom('investments')
      .select('id')
      .where('proposalId', '=', Number(id) as ProposalId);
    return String((await backings.executeTakeFirst())?.id ?? MISSING);
  }

  return { cast, prepare };
}
