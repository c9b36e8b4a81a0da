import type { CampaignId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { stepsOf } from '@sathi/domain/test/money-stories.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { balanceCents } from '../../ledger/ledger.ts';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lockCampaigns } from '../campaigns/campaigns.repository.ts';
import { relendCredit } from './relend.ts';

const world = useWorld();
const { newLoan, back, decide, withdraw, moveWithdrawal, repay } = useLoans(world);

const DAY_MS = 86_400_000;
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 6);
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
const END = stepsOf('V12').at(-1)?.balances ?? {};
let officers: readonly [Person, Person];
let fundId: UserId;
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
  const fund = world.db.selectFrom('mfis').select('fundId').where('id', '=', ROI);
  fundId = (await fund.executeTakeFirstOrThrow()).fundId as UserId;
});
beforeEach(async () => {
  world.now = NOW;
  await world.db.deleteFrom('relendRules').execute();
  // The open loans of a round are over for the next one.
  await world.db
    .updateTable('proposals')
    .set({ fundingDeadline: NOW })
    .where('fundedCents', '=', 0 as never)
    .execute();
});

const loanOf = (amount: number) => newLoan({ officer: officers[0], isApproved: true, form: { amount } });
/** Vector V12 before its gift: `a` has $22 of credit from a loan, and a rule that lends $10 of it to a second loan. */
async function story() {
  const [a, first] = [await world.newPerson(), await loanOf(40)];
  done(await back(first, a, 40));
  await receiveAtRoi(world, officers[0], a, 4000);
  done(await decide('releaseFunds', first, { as: officers[1] }));
  done(await moveWithdrawal(done(await withdraw(first)).id, officers[1], { state: 'sent', reference: 'Slip 7' }));
  await repay(first, 22);
  done(await world.call('PUT', '/api/money/relend', { as: a, body: [{ mfiId: '3', on: true, perLoan: 10 }] }));
  const second = await loanOf(30);
  world.now = new Date(NOW.getTime() + DAY_MS);
  await proveNow(world, a);
  return { a, second, fundBefore: await walletOf(fundId) };
}
type Story = Awaited<ReturnType<typeof story>>;

const walletOf = (userId: UserId) => balanceCents(world.db, { kind: 'wallet', userId, mfiId: ROI });
const claimOf = ({ id }: Loan, userId: UserId) =>
  balanceCents(world.db, { kind: 'claim', userId, proposalId: Number(id) as ProposalId });
/** The accounts that the last step of the vector names, but for those of the first loan. */
async function endOf({ a, second, fundBefore }: Story) {
  return {
    'wallet:a:m': await walletOf(a.id),
    'wallet:fund:m': (await walletOf(fundId)) - fundBefore,
    'claim:2:a': await claimOf(second, a.id),
    'claim:2:fund': await claimOf(second, fundId),
  };
}
const expected = {
  'wallet:a:m': END['wallet:a:m'],
  'wallet:fund:m': END['wallet:fund:m'] ?? 0,
  'claim:2:a': END['claim:2:a'],
  'claim:2:fund': END['claim:2:fund'],
};

const give = ({ a }: Story, amount: number) =>
  world.call('POST', '/api/money/gifts', { as: a, body: { mfiId: '3', amount } });
const lendGift = ({ second }: Story) =>
  world.call('POST', '/api/mfi/backWithGift?mfiId=3', { as: officers[1], body: { proposalId: second.id, amount: 7 } });
const relend = () => relendCredit(world.outside);
/** Both at once, in either order of sending. */
const race = <One, Other>(round: number, one: () => Promise<One>, other: () => Promise<Other>) =>
  round % 2 ? Promise.all([one(), other()]) : Promise.all([other(), one()]).then(([b, a]) => [a, b] as const);

describe.each(rounds)('round %i', (round) => {
  test('gift × lending again: the books end as vector V12 says (R25.7, R25.8)', async () => {
    const life = await story();
    const [given] = await race(round, () => give(life, 7), relend);
    done(given);
    done(await lendGift(life));
    expect(await endOf(life)).toEqual(expected);
  });

  test('the fund lends × lending again, to one loan: the books end as vector V12 says (R25.7, R25.8)', async () => {
    const life = await story();
    done(await give(life, 7));
    const [lent] = await race(round, () => lendGift(life), relend);
    done(lent);
    expect(await endOf(life)).toEqual(expected);
  });

  test('gift × lending again of more than there is: the one or the other gets it (R24.4)', async () => {
    const life = await story();
    const [given] = await race(round, () => give(life, 15), relend);
    const isGiven = given.status < 300;
    if (!isGiven) expect(refusal(given)).toBe('422 amount_above_credit');
    const { 'wallet:a:m': credit, 'claim:2:a': relent } = await endOf(life);
    // A run that had read the credit before the gift took it lends nothing that day.
    const ends = isGiven
      ? [
          [0, 700],
          [700, 0],
        ]
      : [[1200, 1000]];
    expect(ends).toContainEqual([credit, relent]);
  });

  test('several processes lend again at once: each loan gets its part once (R25.8)', async () => {
    const life = await story();
    await Promise.all([relend(), relend(), relend()]);
    expect(await endOf(life)).toMatchObject({ 'wallet:a:m': 1200, 'claim:2:a': 1000 });
  });
});

test('staff lend the gifts of a campaign while a gift to it waits for the credit of the fund (R24.5)', async () => {
  const life = await story();
  const [as] = officers;
  const body = { name: 'Goats', description: 'Goats', startDate: '2026-01-01', endDate: '2027-01-01', published: true };
  const { id: campaignId } = done(await world.call('POST', '/api/campaign', { as, body: { ...body, mfiId: '3' } }));
  const assigned = { proposalId: life.second.id, campaignIds: [campaignId] };
  done(await world.call('POST', '/api/campaign/addProposalTo', { as, body: assigned }));
  const gift = { mfiId: '3', amount: 7, campaignId };
  done(await world.call('POST', '/api/money/gifts', { as: life.a, body: gift }));
  await transaction(world.db, async (tx) => {
    await lockCampaigns(tx, [Number(campaignId) as CampaignId]);
    const loan = { proposalId: life.second.id, amount: 7, campaignId };
    done(await world.call('POST', '/api/mfi/backWithGift?mfiId=3', { as: officers[1], body: loan }));
  });
  expect(await claimOf(life.second, fundId)).toBe(700);
});
