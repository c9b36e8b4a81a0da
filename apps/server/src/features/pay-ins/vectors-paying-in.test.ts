import { vectorOf } from '@sathi/domain/test/money-stories.ts';
import { type Minor, writeLocal } from '@sathi/domain/local-money.ts';
import { beforeAll, expect, test } from 'vitest';
import { expectMoney, payInAccount, rateAtRoi } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

type Receipt = {
  readonly valueOn: string;
  readonly local: number;
  readonly cents: number;
  readonly settledCents: number;
  readonly creditCents: number;
  readonly gainCents: number;
};
type Paying = {
  readonly dueCents: number;
  readonly ratesMicros: Readonly<Record<string, number>>;
  readonly receipts: readonly Receipt[];
  readonly afterAnotherBacking: { readonly unpaidCents: readonly number[]; readonly receipts: readonly Receipt[] };
};
type References = { readonly references: ReadonlyArray<{ readonly reference: string; readonly typed: string }> };
const V15 = vectorOf<Paying>('V15');
const V17 = vectorOf<References>('V17');
/** The first day of the rates of V15, on which its backings are made. */
const BACKED_ON = '2026-11-20';
const at = (day: string) => new Date(`${day}T06:00:00.000Z`);

let officer: Person;
let accountId: string;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
  accountId = await payInAccount(world, officer, { currency: 'INR' });
  for (const [day, rate] of Object.entries(V15.ratesMicros)) await rateAtRoi(world, officer, day, rate);
});

const enter = (reference: string, local: number, receivedOn: string) =>
  world.call('POST', `/api/mfi/receipts?mfiId=${ROI}`, {
    as: officer,
    body: { reference, accountId, localAmount: { amount: writeLocal(local as Minor), currency: 'INR' }, receivedOn },
  });

test.each([
  ...V15.receipts.map((receipt) => ({ ...receipt, unpaid: [V15.dueCents] })),
  ...V15.afterAnotherBacking.receipts.map((receipt) => ({
    ...receipt,
    unpaid: V15.afterAnotherBacking.unpaidCents,
  })),
])('$local in local money on $valueOn pays $settledCents of $unpaid: vector V15 (R20.7, R23.6)', async (receipt) => {
  world.now = at(BACKED_ON);
  const backer = await world.newPerson();
  let reference = '';
  for (const cents of receipt.unpaid) {
    const loan = await newLoan({ officer });
    ({ reference } = done(await back(loan, backer, cents / 100)).order);
  }
  world.now = at(receipt.valueOn);
  const { amount, settled, toCredit, gain } = done(await enter(reference, receipt.local, receipt.valueOn));
  const settledCents = settled.reduce(
    (sum: number, part: { amount: number }) => sum + Math.round(part.amount * 100),
    0,
  );
  expect({ amount, settledCents, toCredit, gain }).toEqual({
    amount: receipt.cents / 100,
    settledCents: receipt.settledCents,
    toCredit: receipt.creditCents / 100,
    gain: receipt.gainCents / 100,
  });
});

test('references are read as they are typed, and those of loans and payouts pay nobody in: vector V17 (R19.4)', async () => {
  world.now = at(BACKED_ON);
  for (const { reference, typed } of V17.references) {
    const isPerson = reference[4] === '1';
    if (isPerson) {
      const { id: userId } = await world.newPerson();
      await world.db
        .insertInto('payInOrders')
        .values({ userId, mfiId: ROI, reference, createdAt: world.now })
        .execute();
    }
    for (const written of [typed, reference.toLowerCase(), typed.replaceAll(' ', '-')]) {
      const answer = await enter(written, 122_350, BACKED_ON);
      if (isPerson) expect(done(answer)).toMatchObject({ amount: 10, toCredit: 10 });
      else expect(refusal(answer)).toBe('404 unknown_reference');
    }
    const last = (Number(reference.at(-1)) + 1) % 10;
    expect(refusal(await enter(`${reference.slice(0, -1)}${last}`, 122_350, BACKED_ON))).toBe('404 unknown_reference');
  }
});
