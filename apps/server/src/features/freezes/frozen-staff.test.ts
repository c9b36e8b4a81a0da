import { expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { BATCHES, useBatches } from '../../test/batches.ts';
import { expectMoney, payInAccount, receiveAtRoi } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const { office, make, change, approve, fileOf, asked } = useBatches(world);
const { rich, waiting, step } = usePayouts(world);

const freeze = async (as: Person, person: Person) => {
  await proveNow(world, as);
  const body = { kind: 'person', id: person.id, reason: 'We are looking into the documents.' };
  return done(await world.call('POST', `/api/mfi/freezes?mfiId=${ROI}`, { as, body })).id as string;
};
/** A member of staff who is stopped, and a colleague who is not. */
async function newFrozen(): Promise<Person> {
  const frozen = await world.newPerson({ staffOf: [ROI] });
  await freeze(office.maker, frozen);
  return frozen;
}

test('frozen staff make, approve, download and send no batch, and may take out of it and cancel it (R34.7)', async () => {
  const { maker, second, account } = office;
  const [one, other] = [await asked(), await asked()];
  const frozen = await newFrozen();
  expect(refusal(await make(frozen, account, [one.id]))).toBe('409 frozen');
  expect(refusal(await make(frozen, account, [one.id, '987654321']))).toBe('404 not_found');
  expect(refusal(await make(frozen, '987654321' as never, [one.id]))).toBe('404 not_found');
  const batch = done(await make(maker, account, [one.id, other.id])).id;
  const [row] = done(await world.call('GET', BATCHES, { as: frozen }));
  expect(row).toMatchObject({ id: batch, mayApprove: false });
  expect(refusal(await approve(frozen, batch))).toBe('409 frozen');
  done(await change(frozen, batch, { remove: [{ kind: 'withdrawal', id: other.id, reason: 'The name differs' }] }));
  done(await approve(second, batch));
  const file = await fileOf(frozen, batch);
  expect([file.statusCode, file.json().code]).toEqual([409, 'frozen']);
  const sent = { sent: [{ kind: 'withdrawal', id: one.id, bankReference: 'TX-1' }] };
  expect(refusal(await change(frozen, batch, sent))).toBe('409 frozen');
  done(await change(frozen, batch, { state: 'cancelled', reason: 'Not now' }));
});

test('frozen staff pay no credit out, draw no own money and lend no gift, and may reject a payout (R34.7)', async () => {
  await expectMoney(world, ROI);
  const accountId = await payInAccount(world, office.maker, { forPayOut: true });
  const frozen = await newFrozen();
  const mine = await rich(office.maker, 1500);
  const id = await waiting(mine, 15);
  await proveNow(world, frozen);
  const byHand = { state: 'sent', accountId, bankReference: 'TX', sentOn: '2026-02-11' };
  expect(refusal(await step(frozen, id, byHand))).toBe('409 frozen');
  for (const wrong of [{}, { sentOn: '2027-01-01' }, { bankReference: undefined }])
    expect(refusal(await step(frozen, id, { ...byHand, accountId: '987654321', ...wrong }))).toBe('404 not_found');
  done(await step(frozen, id, { state: 'rejected', reason: 'The name differs' }));

  const draw = (as: Person) => {
    const body = { amount: 5, accountId, reference: 'TRX81' };
    return world.call('POST', `/api/mfi/ownMoney?mfiId=${ROI}`, { as, body });
  };
  expect(refusal(await draw(frozen))).toBe('409 frozen');
  expect(refusal(await draw(office.second))).toBe('422 amount_above_credit');

  const giver = await world.newPerson();
  done(await back(await newLoan({ officer: office.maker }), giver, 1));
  await receiveAtRoi(world, office.maker, giver, 1100);
  await proveNow(world, giver);
  done(await world.call('POST', '/api/money/gifts', { as: giver, body: { mfiId: String(ROI), amount: 10 } }));
  const lend = async (as: Person) => {
    const body = { proposalId: (await newLoan({ officer: office.maker })).id, amount: 2 };
    return world.call('POST', `/api/mfi/backWithGift?mfiId=${ROI}`, { as, body });
  };
  expect(refusal(await lend(frozen))).toBe('409 frozen');
  expect((await lend(office.second)).status).toBe(201);
});

test('a frozen manager enters no undoing of their own freeze while two others are there (R19.9, R34.3)', async () => {
  const { maker, second } = office;
  const frozen = await world.newPerson({ staffOf: [ROI] });
  const id = await freeze(maker, frozen);
  const at = `/api/mfi/freezes?mfiId=${ROI}&id=${id}`;
  const mayEnter = async (as: Person) =>
    done(await world.call('GET', `/api/mfi/freezes?mfiId=${ROI}`, { as })).find((row: { id: string }) => row.id === id)
      .mayEnter;
  expect([await mayEnter(frozen), await mayEnter(second)]).toEqual([false, true]);
  await proveNow(world, frozen);
  expect(refusal(await world.call('DELETE', at, { as: frozen }))).toBe('403 second_person_needed');
  done(await world.call('DELETE', at, { as: maker }));
  await proveNow(world, second);
  done(await world.call('PATCH', at, { as: second, body: { state: 'approved' } }));
});
