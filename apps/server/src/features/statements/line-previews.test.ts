import { beforeAll, describe, expect, test } from 'vitest';
import { expectMoney } from '../../test/expected.ts';
import { done, useLoans } from '../../test/loans.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, find, pay } = useLoans(world);
let officer: Person;
let dollars: Desk;
let taka: Desk;

type Desk = Awaited<ReturnType<typeof openDesk>>;

beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
  dollars = await openDesk(world, ROI, officer);
  taka = await openDesk(world, ROI, officer, 'BDT');
  await world.db.updateTable('mfis').set({ localMoney: true, localCurrency: 'BDT' }).where('id', '=', ROI).execute();
  const by = { enteredBy: officer.id, enteredAt: NOW, decidedBy: officer.id, decidedAt: NOW };
  const rate = { mfiId: ROI, currency: 'BDT' as const, validFrom: '2026-01-25' as const, source: 'Bank', reason: '' };
  const values = { ...rate, ...by, state: 'approved' as const, rateMillionths: 120_000_000 as never };
  await world.db.insertInto('moneyRates').values(values).execute();
});

/** The reference of a person who owes this for a backing of a loan. */
async function owing(amount: number): Promise<{ reference: string; proposalId: string }> {
  const loan = await newLoan({ officer, form: { amount: 500 } });
  const { order } = done(await back(loan, await world.newPerson(), amount));
  return { reference: order.reference, proposalId: loan.id };
}

/** A released loan in dollars with a payment that waits; each has an own reference of its own. */
async function waiting(amount: number): Promise<{ reference: string; paymentId: string; own: string }> {
  const local = (localMoney: boolean) =>
    world.db.updateTable('mfis').set({ localMoney }).where('id', '=', ROI).execute();
  await local(false);
  const loan = await newLoan({ status: 4, isApproved: true, officer });
  const address = `/api/mfi/releaseFunds?mfiId=${ROI}&proposalId=${loan.id}`;
  done(await world.call('POST', address, { as: officer, body: { advance: true } }));
  await local(true);
  const own = `FT${Math.random().toString().slice(2, 10)}`;
  const said = { channel: 'bank', reference: own, paidOn: '2026-01-31' };
  const { id } = done(await pay(loan, undefined, { body: { proposalId: loan.id, amount, ...said } }));
  return { reference: done(await find(loan, loan.owner)).loanReference, paymentId: id, own };
}

type Line = { readonly id: string; readonly match: any };

/** Hands in each file with its lines. @returns their lines in the same order */
async function handIn(desk: Desk, ...files: ReadonlyArray<ReadonlyArray<readonly [text: string, sum: number]>>) {
  const ids: string[] = [];
  for (const file of files) {
    const movements = file.map(([text, sum]) => ({
      dollars: sum,
      text,
      id: `P${Math.random().toString(36).slice(2)}`,
    }));
    done(await desk.handIn(movements));
    ids.push(...movements.map(({ id }) => id));
  }
  const lines = await Promise.all(ids.map((id) => desk.lines(`&q=${id}`)));
  return lines.map(([line]) => line as Line);
}
async function booked(desk: Desk, { id }: Line) {
  const [answer] = (await desk.book([{ id }])).body.data.results;
  expect(answer.result).toBe('booked');
  return answer.effects;
}

describe('an open line of another file says nothing, the books decide (R21.7)', () => {
  test('the second payment of an order shows what booking it alone does', async () => {
    const { reference, proposalId } = await owing(13);
    const [first, second] = await handIn(dollars, [[reference, 13]], [[reference, 13]]);
    const paid = { amount: 13, settled: [{ proposalId, amount: 13 }], toCredit: 0 };
    expect([first?.match.preview, second?.match.preview]).toEqual([paid, paid]);
    expect(await booked(dollars, second as Line)).toEqual(paid);
    const after = { amount: 13, settled: [], toCredit: 13 };
    const [left] = await dollars.lines(`&q=${reference}&state=open`);
    expect(left).toMatchObject({ id: first?.id, match: { how: 'automatic', preview: after } });
    expect(await booked(dollars, first as Line)).toEqual(after);
  });

  test('the first page is of now, also where its cursor is written as empty', async () => {
    const { reference } = await owing(13);
    const [first, second] = await handIn(dollars, [[reference, 13]], [[reference, 13]]);
    await booked(dollars, first as Line);
    const [left] = await dollars.lines(`&q=${reference}&state=open&cursor=`);
    expect(left).toMatchObject({ id: second?.id, match: { preview: { amount: 13, settled: [], toCredit: 13 } } });
  });

  test('local money shows the sum that the order asked, and books it (R20.7)', async () => {
    const { reference, proposalId } = await owing(35.21);
    // The backing is worth 4225.20 taka, of which the order asks whole taka.
    const [, second] = await handIn(taka, [[reference, 4226]], [[reference, 4226]]);
    const paid = { amount: 35.21, settled: [{ proposalId, amount: 35.21 }], toCredit: 0 };
    expect(second?.match.preview).toEqual(paid);
    expect(await booked(taka, second as Line)).toEqual(paid);
  });

  test('a payment that waits is found again by its loan and by its own reference', async () => {
    const { reference, paymentId, own } = await waiting(6);
    const [, byLoan, byOwn] = await handIn(dollars, [[reference, 6]], [[reference, 6]], [[`for ${own}`, 7]]);
    expect(byLoan?.match).toMatchObject({ how: 'automatic', rule: 'reference', target: { paymentId } });
    expect(byOwn?.match).toMatchObject({ how: 'suggested', rule: 'own_reference', target: { paymentId } });
    expect(await booked(dollars, byLoan as Line)).toEqual(byLoan?.match.preview);
  });

  test('an order that asks the amount of a line is suggested', async () => {
    const { reference } = await owing(27.31);
    const [, guess] = await handIn(dollars, [[reference, 27.31]], [['thank you', 27.31]]);
    expect(guess?.match).toMatchObject({ how: 'suggested', rule: 'amount', candidates: [{ reference }] });
    expect(await booked(dollars, guess as Line)).toEqual(guess?.match.preview);
  });
});

describe('lines of one file are matched in its order (R21.7)', () => {
  test('each line meets what the sure ones before it leave, and shows what it does alone', async () => {
    const { reference, proposalId } = await owing(28.41);
    const [first, second, third] = await handIn(dollars, [
      [reference, 28.41],
      [reference, 28.41],
      ['thank you', 28.41],
    ]);
    const paid = { amount: 28.41, settled: [{ proposalId, amount: 28.41 }], toCredit: 0 };
    expect([first?.match.preview, second?.match.preview]).toEqual([paid, paid]);
    expect(third?.match).toMatchObject({ how: 'none', rule: 'unknown', preview: null });
    expect((await dollars.book([{ id: third?.id }])).body.data.results[0].result).toBe('target_needed');
    const answer = await dollars.book([{ id: first?.id }, { id: second?.id }]);
    expect(answer.body.data.results.map(({ effects }: { effects: object }) => effects)).toEqual([
      paid,
      { amount: 28.41, settled: [], toCredit: 28.41 },
    ]);
  });

  test('a line that is booked before the sure ones of its file is what it is shown as', async () => {
    const { reference, proposalId } = await owing(29.51);
    const receipt = { reference, accountId: String(dollars.accountId), amount: 5, receivedOn: '2026-01-31' };
    done(await world.call('POST', dollars.at('receipts'), { as: officer, body: receipt }));
    const [first, second] = await handIn(dollars, [
      [reference, 5],
      [reference, 5],
    ]);
    const paid = { amount: 5, settled: [{ proposalId, amount: 5 }], toCredit: 0 };
    expect(first?.match).toMatchObject({ rule: 'in_books', preview: { amount: 0 } });
    expect(second?.match).toMatchObject({ rule: 'reference', preview: paid });
    expect(await booked(dollars, second as Line)).toEqual(paid);
    expect(await booked(dollars, first as Line)).toEqual({ amount: 0, settled: [], toCredit: 0 });
  });

  test('the order of a file is its own, whatever its days say', async () => {
    const { reference, paymentId } = await waiting(8);
    const [first, second] = await handIn(dollars, [
      [reference, 8],
      [reference, 8],
    ]);
    expect([first?.match.target, second?.match.target]).toEqual([{ paymentId }, { reference }]);
    await world.db
      .updateTable('statementLines')
      .set({ bookedOn: '2026-02-01' })
      .where('id', '=', Number(first?.id) as never)
      .execute();
    const again = (await dollars.lines(`&q=${reference}`)) as unknown as Line[];
    const targets = new Map(again.map(({ id, match }) => [id, match.target]));
    expect([targets.get(first?.id ?? ''), targets.get(second?.id ?? '')]).toEqual([{ paymentId }, { reference }]);
  });
});
