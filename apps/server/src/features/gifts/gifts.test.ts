import type { CampaignId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, payInAccount, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { type Answer, DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, repay } = useLoans(world);

const CAMPAIGN = {
  name: 'Goats',
  description: 'Goats',
  startDate: '2026-01-01',
  endDate: '2027-01-01',
  published: true,
};
let officers: readonly [Person, Person];
let accountId: string;
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
  accountId = await payInAccount(world, officers[0]);
});
beforeEach(() => {
  world.now = NOW;
});

const open = (amount = 100) => newLoan({ officer: officers[0], form: { amount } });
/** A person with this much credit at ROI, who has just proven that it is them. */
async function giver(dollars: number): Promise<Person> {
  const person = await world.newPerson();
  done(await back(await open(), person, 1));
  await receiveAtRoi(world, officers[0], person, dollars * 100 + 100);
  await proveNow(world, person);
  return person;
}
const give = (as: Person, amount: number, more: object = {}) =>
  world.call('POST', '/api/money/gifts', { as, body: { mfiId: '3', amount, ...more } });
const lend = (loan: Pick<Loan, 'id'>, amount: number, more: object = {}, as = officers[0], key?: string) =>
  world.call('POST', '/api/mfi/backWithGift?mfiId=3', {
    as,
    body: { proposalId: loan.id, amount, ...more },
    ...(key !== undefined && { key }),
  });
const newCampaign = async (more: object = {}, as = officers[0], mfiId = '3'): Promise<string> =>
  done(await world.call('POST', '/api/campaign', { as, body: { ...CAMPAIGN, mfiId, ...more } })).id;
const archive = (id: string) => world.call('DELETE', '/api/campaign', { as: officers[0], body: { id } });
const assign = (loan: Loan, campaignIds: readonly string[]) =>
  world.call('POST', '/api/campaign/addProposalTo', { as: officers[0], body: { proposalId: loan.id, campaignIds } });
const pageOf = async (campaignId: string) =>
  done(await world.call('GET', `/api/campaign?campaignId=${campaignId}`))[0] as Record<string, number>;
const creditOf = async (as: Person): Promise<number> =>
  done(await world.call('GET', '/api/borrow/portfolio', { as })).credit;
const askLendable = ({ id }: Pick<Loan, 'id'>) =>
  world.call('GET', `/api/mfi/gifts?mfiId=3&proposalId=${id}`, { as: officers[0] });
const lendable = async (loan: Loan) => done(await askLendable(loan));
const outcome = (answer: Answer) => (answer.status < 300 ? 'ok' : refusal(answer));

describe('credit is given for ever (R25.7)', () => {
  test('it leaves the giver, the statement says so, and the position stays', async () => {
    const person = await giver(20);
    const before = done(await world.call('GET', '/api/mfi/position?mfiId=3', { as: officers[0] }));
    const answer = await give(person, 7);
    expect([answer.status, done(answer)]).toEqual([201, { id: expect.any(String), amount: 7, credit: 13 }]);
    expect(await creditOf(person)).toBe(13);
    const { rows } = done(await world.call('GET', '/api/borrow/statement', { as: person }));
    expect(rows[0]).toMatchObject({ purpose: 'given', proposalId: null, title: 'ROI', credit: -7, outside: 0 });
    const after = done(await world.call('GET', '/api/mfi/position?mfiId=3', { as: officers[0] }));
    expect([after.mustHold, after.fund.credit - before.fund.credit]).toEqual([before.mustHold, 7]);
    const file = await world.call('GET', '/api/mfi/export?what=ledger&mfiId=3', { as: officers[0] });
    expect(file.body).toContain(`"given",0,"cash","wallet:${person.id}:3","wallet:fund:3",7`);
  });

  test('more than there is, nothing, and without a fresh proof is refused', async () => {
    const person = await giver(5);
    expect(refusal(await give(person, 5.01))).toBe('422 amount_above_credit');
    expect(refusal(await give(person, 0))).toBe('422 amount_not_positive');
    expect(refusal(await give(await world.newPerson(), 5))).toBe('422 amount_above_credit');
    await world.db.updateTable('sessions').set({ provenAt: null }).where('subject', '=', person.subject).execute();
    expect(refusal(await give(person, 5))).toBe('403 step_up_required');
  });

  test('it goes to campaigns of the institution that stand, and to no institution at trust', async () => {
    const person = await giver(5);
    const manager = await world.newPerson({ staffOf: [DCBS] });
    const elsewhere = await newCampaign({}, manager, '1');
    const hidden = await newCampaign({ published: false });
    const archived = await newCampaign();
    done(await archive(archived));
    expect(refusal(await give(person, 1, { campaignId: elsewhere }))).toBe('404 not_found');
    expect(refusal(await give(person, 1, { campaignId: hidden }))).toBe('404 not_found');
    expect(refusal(await give(person, 1, { campaignId: archived }))).toBe('409 campaign_ended');
    expect(refusal(await give(person, 1, { mfiId: '1' }))).toBe('409 needs_expected');
    expect(refusal(await give(person, 1, { mfiId: '1', campaignId: hidden }))).toBe('404 not_found');
    const listed = done(await world.call('GET', '/api/money/campaigns?mfiId=3', { as: person }));
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(hidden);
    const nowhere = '/api/money/campaigns?mfiId=987654321';
    expect(refusal(await world.call('GET', nowhere, { as: person }))).toBe('404 not_found');
  });

  test('money that was entered by hand is given when another has confirmed it, and lent at once (R25.10)', async () => {
    const person = await world.newPerson();
    const { order } = done(await back(await open(), person, 5));
    const body = { reference: order.reference, accountId, amount: 15, receivedOn: '2026-01-31' };
    const { id } = done(await world.call('POST', '/api/mfi/receipts?mfiId=3', { as: officers[0], body }));
    await proveNow(world, person);
    const refused = await give(person, 4);
    expect([refusal(refused), refused.body.availableAmount]).toEqual(['409 paid_in_lately', 0]);
    expect(done(await back(await open(), person, 3)).fromCredit).toBe(3);
    done(await world.call('POST', `/api/mfi/receipts/confirm?mfiId=3&id=${id}`, { as: officers[1] }));
    done(await give(person, 4));
    expect(await creditOf(person)).toBe(3);
  });

  test('a backing that such money paid and that was given back is held back too (R25.6, R20.9)', async () => {
    const person = await world.newPerson();
    const loan = await open();
    const { order } = done(await back(loan, person, 5));
    const body = { reference: order.reference, accountId, amount: 5, receivedOn: '2026-01-31' };
    done(await world.call('POST', '/api/mfi/receipts?mfiId=3', { as: officers[0], body }));
    done(await decide('returnProposal', loan));
    await proveNow(world, person);
    expect(refusal(await give(person, 5))).toBe('409 paid_in_lately');
  });
});

describe('the fund lends gifts (R25.7)', () => {
  test('those of a campaign in it alone, again when they come back, and the page says how much', async () => {
    const campaignId = await newCampaign();
    const [inside, outside] = [await open(40), await open(40)];
    done(await assign(inside, [campaignId]));
    done(await give(await giver(30), 30, { campaignId }));
    expect(await lendable(inside)).toMatchObject({ campaigns: [{ id: campaignId, name: 'Goats', amount: 30 }] });
    expect(refusal(await lend(outside, 5, { campaignId }))).toBe('422 amount_above_credit');
    expect(refusal(await lend(inside, 30.01, { campaignId }))).toBe('422 amount_above_credit');
    const answer = await lend(inside, 30, { campaignId });
    expect([answer.status, done(answer)]).toMatchObject([201, { amount: 30, fromCredit: 30, toPay: 0 }]);
    expect(refusal(await lend(inside, 5, { campaignId }))).toBe('422 amount_above_credit');
    expect(await pageOf(campaignId)).toMatchObject({ giftedAmount: 30, giftLentAmount: 30 });
    const backers = done(
      await world.call('GET', `/api/borrow/backersList?proposalId=${inside.id}`, { as: officers[0] }),
    );
    expect(backers).toMatchObject([{ amount: 30, isInstitution: true }]);

    done(await back(inside, await giver(10), 10));
    done(await decide('approveProposal', inside, { as: officers[0] }));
    done(await decide('releaseFunds', inside, { as: officers[1] }));
    await repay({ ...inside, officer: officers[1] }, 20);
    const next = await open(40);
    done(await assign(next, [campaignId]));
    expect(await lendable(next)).toMatchObject({ campaigns: [{ amount: 15 }] });
    done(await lend(next, 15, { campaignId }));
    expect(await pageOf(campaignId)).toMatchObject({ giftedAmount: 30, giftLentAmount: 45 });
  });

  test('a draft answers staff as a proposal that never was (R2.1)', async () => {
    const draft = await newLoan({ status: 1, officer: officers[0] });
    expect(refusal(await askLendable(draft))).toBe('404 not_found');
    expect(refusal(await lend(draft, 1))).toBe('404 not_found');
    expect((await askLendable(await open())).status).toBe(200);
  });

  test('those of an archived campaign are the institution’s', async () => {
    const [campaignId, loan] = [await newCampaign(), await open()];
    const before = await lendable(loan);
    done(await give(await giver(9), 9, { campaignId }));
    expect((await lendable(loan)).general).toBe(before.general);
    done(await archive(campaignId));
    expect((await lendable(loan)).general).toBe(before.general + 9);
    expect(refusal(await lend(loan, 1, { campaignId }))).toBe('422 amount_above_credit');
    done(await lend(loan, before.general + 9));
  });

  test('a closed loan, the own loan, and another institution’s are refused, and a repeated request is one', async () => {
    done(await give(await giver(9), 9));
    const loan = await open(5);
    expect(done(await lend(loan, 5, {}, officers[0], 'once'))).toEqual(
      done(await lend(loan, 5, {}, officers[0], 'once')),
    );
    expect(refusal(await lend(loan, 1))).toBe('409 wrong_status');
    const mine = await newLoan({ owner: officers[0], officer: officers[1] });
    expect(refusal(await lend(mine, 1))).toBe('403 second_person_needed');
    expect(refusal(await lend(await newLoan({ mfiId: DCBS }), 1))).toBe('404 not_found');
    expect(refusal(await lend(loan, 1, {}, await world.newPerson()))).toBe('403 not_permitted');
    const [act] = done(await world.call('GET', '/api/mfi/auditLog?mfiId=3&limit=1', { as: officers[0] }));
    expect(act.action).toBe('backWithGift');
  });
});

describe.each([1, 2, 3])('round %i', (round) => {
  const race = (...acts: ReadonlyArray<() => Promise<Answer>>) =>
    Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()));

  test('gift × backing of the same credit: it is spent once (R24.4)', async () => {
    const [person, loan] = [await giver(10), await open()];
    await race(
      () => give(person, 8),
      () => back(loan, person, 8),
    );
    const { credit } = (await done(await world.call('GET', '/api/borrow/portfolio', { as: person }))) as {
      credit: number;
    };
    expect([0, 2]).toContain(credit);
  });

  test('ten gifts at once give no more than there is', async () => {
    const person = await giver(10);
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(person, 3)));
    expect(answers.map(outcome).filter((one) => one === 'ok')).toHaveLength(3);
    expect(await creditOf(person)).toBe(1);
  });

  test('ten loans of one campaign at once lend no more than it was given', async () => {
    const campaignId = await newCampaign();
    const loans = await Promise.all(Array.from({ length: 5 }, () => open(40)));
    for (const loan of loans) done(await assign(loan, [campaignId]));
    done(await give(await giver(20), 10, { campaignId }));
    const answers = await Promise.all(
      loans.flatMap((loan) => [lend(loan, 3, { campaignId }), lend(loan, 3, { campaignId })]),
    );
    expect(answers.map(outcome).filter((one) => one === 'ok')).toHaveLength(3);
    const { rows } = {
      rows: await world.db
        .selectFrom('giftLoans')
        .select('proposalId')
        .where('campaignId', '=', Number(campaignId) as CampaignId)
        .execute(),
    };
    expect(rows).toHaveLength(3);
  });
});
