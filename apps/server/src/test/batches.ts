import { beforeEach } from 'vitest';
import { done, type Loan, useLoans } from './loans.ts';
import { NOW, type Person, ROI, type World } from './world.ts';

const AT = `mfiId=${ROI}`;
export const BATCHES = `/api/mfi/batches?${AT}`;

/** Two of an office, and the account that pays. */
type Office = { maker: Person; second: Person; account: number };

/** The batches of an office. `office` is there once the tests begin; each test begins at the same instant without a letter. */
export function useBatches(world: World) {
  const { newLoan, withdraw } = useLoans(world);
  const office = {} as Office;

  beforeEach(async () => {
    world.now = NOW;
    world.sent.length = 0;
    if (office.account !== undefined) return;
    office.maker = await world.newPerson({ staffOf: [ROI] });
    office.second = await world.newPerson({ staffOf: [ROI] });
    office.account = await newAccount('USD');
  });

  const list = async (as: Person, more = '') => done(await world.call('GET', `/api/mfi/payouts?${AT}${more}`, { as }));
  const make = (as: Person, accountId: unknown, ids: readonly string[]) =>
    world.call('POST', BATCHES, { as, body: { accountId, items: ids.map((id) => ({ kind: 'withdrawal', id })) } });
  const change = (as: Person, id: string, body: object) => world.call('PATCH', `${BATCHES}&id=${id}`, { as, body });
  const approve = (as: Person, id: string) => change(as, id, { state: 'approved' });
  const fileOf = ({ token }: Person, id: string, format = 'csv') =>
    world.app.inject({
      method: 'GET',
      url: `/api/mfi/batches/file?${AT}&id=${id}&format=${format}`,
      headers: { authorization: `Bearer ${token}` },
    });

  async function newAccount(currency: 'USD' | 'BDT' | 'INR', forPayOut = true): Promise<number> {
    const { id } = await world.db
      .insertInto('moneyAccounts')
      .values({
        mfiId: ROI,
        kind: 'bank',
        currency,
        label: 'Head office',
        feeWords: '[]',
        holder: 'ROI & Sons',
        number: '9001',
        bankName: 'Janata',
        bic: '',
        upiId: '',
        qrText: '',
        forPayIn: false,
        forPayOut,
        instructions: '{}',
        enteredBy: office.maker.id,
        enteredAt: NOW,
        approvedBy: office.second.id,
        approvedAt: NOW,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** A request for the money of a loan of its own. */
  async function asked(body: object = {}): Promise<{ loan: Loan; id: string }> {
    const loan = await newLoan({ status: 5, officer: office.maker });
    return { loan, id: done(await withdraw(loan, { body })).id };
  }

  return { office, list, make, change, approve, fileOf, newAccount, asked };
}
