import { beforeEach, expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { ORDER, SETTLED } from '../../test/pay-ins.ts';
import { OWN_PROFILE, RAHIMA } from '../../test/people.ts';
import { fakeEmptyParts, portfolio } from '../../test/portfolio.tsx';

const PAY_IN: DataOf<'listPayIns'>[number] = {
  id: '5',
  mfiId: '3',
  mfiName: 'ROI',
  amount: 25.5,
  local: null,
  receivedOn: '2026-11-21',
  settled: [{ proposalId: '169', amount: 25 }],
  toCredit: 0.5,
  state: 'booked',
};

const HELD = { mfiId: '3', mfiName: 'ROI', amount: 20, leaving: 0 };
const GOATS = { id: '5', name: 'Eid goats' };

const ACCOUNT: DataOf<'listPayoutAccounts'>[number] = {
  id: '4',
  method: 'bank',
  accountName: 'Rahima Begum',
  bankName: 'BNCTL',
  branch: null,
  last4: '4556',
  usableFrom: '2026-11-20T10:00:00.000Z',
  state: 'usable',
};

const PAYOUT: DataOf<'listOwnPayouts'>[number] = {
  id: '7',
  mfiId: '3',
  mfiName: 'ROI',
  reference: 'RF6930001234',
  amount: 6,
  method: 'bank',
  last4: '4556',
  state: 'requested',
  requestedAt: '2026-11-20T10:00:00.000Z',
  payableFrom: '2026-11-21T10:00:00.000Z',
  bankReference: null,
  sentOn: null,
  reason: null,
  inBatch: false,
};

beforeEach(fakeEmptyParts);

test('the sum still to pay comes first and leads to how to pay it, where money is awaited (R19.5)', async () => {
  fake('listPayInOrders', () => [ORDER, { ...SETTLED, mfiId: '1', mfiName: 'DCBS' }]);
  const credits = [
    { mfiId: '1', mfiName: 'DCBS', amount: 6.25, leaving: 0 },
    { mfiId: null, mfiName: null, amount: 2, leaving: 0 },
  ];
  const screen = await portfolio({ credits });
  const due = screen.getByRole('region', { name: 'Still to pay' });
  await expect.element(due).toMatchTextContent(/\$35.*to ROI.*by 29\/11\/2026.*RF08 1000 4217/);
  await expect.element(due.getByRole('link', { name: 'How to pay ROI' })).toHaveAttribute('href', '/App/HowToPay/ROI');
  expect(due.getByText(/DCBS/).elements()).toEqual([]);
  await expect
    .element(screen.getByRole('region', { name: 'My credit' }))
    .toMatchTextContent(/Credit with .*DCBS.*\$6\.25.*Credit with all other institutions\s*\$2/);
});

test('credit with an institution pays what is due there, after a review of both (R20.6)', async () => {
  const asked: unknown[] = [];
  fake('listPayInOrders', () => [{ ...ORDER, credit: 6.25 }]);
  fake('payWithCredit', ({ body }) => {
    asked.push(body);
    return { settled: [{ proposalId: '169', amount: 5 }], amountDue: 30, credit: 1.25 };
  });
  const screen = await portfolio();
  await screen.getByRole('button', { name: 'Pay with my credit with ROI' }).click();
  const dialog = screen.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await expect.element(amount).toHaveValue('6.25');
  await amount.fill('7');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog.getByText('At most $6.25 can be paid like this.')).toBeVisible();
  await amount.fill('5');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog).toMatchTextContent(/Left to pay\s*\$30.*Credit after it\s*\$1\.25/);
  await dialog.getByRole('button', { name: 'Pay $5 with credit' }).click();
  await expect.element(screen.getByText('$5 paid from your credit.')).toBeVisible();
  expect(asked).toEqual([{ mfiId: '3', amount: 5 }]);
});

test('credit is lent again by a rule of its owner, which stands beside it (R25.8)', async () => {
  const asked: unknown[] = [];
  const other = { mfiId: '1', mfiName: 'DCBS', campaignId: null, campaignName: null, on: false, perLoan: 25, keep: 0 };
  fake('listRelendRules', () => [other]);
  fake('listOpenCampaigns', () => [GOATS]);
  fake('setRelendRules', ({ body }) => {
    asked.push(body);
    const rule = {
      ...other,
      mfiId: '3',
      mfiName: 'ROI',
      on: true,
      campaignId: '5',
      campaignName: 'Eid goats',
      perLoan: 10,
    };
    fake('listRelendRules', () => [other, rule]);
    return [other, rule];
  });
  const screen = await portfolio({ credits: [HELD] });
  await screen.getByRole('button', { name: 'Lend again: ROI' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Lend your credit with ROI again' });
  await expect.element(dialog.getByRole('textbox', { name: 'At most for one loan' })).toHaveValue('25');
  await dialog.getByRole('combobox', { name: 'Which loans' }).selectOptions('5');
  await dialog.getByRole('textbox', { name: 'At most for one loan' }).fill('0.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(asked).toEqual([]);
  await dialog.getByRole('textbox', { name: 'At most for one loan' }).fill('10');
  await dialog.getByRole('textbox', { name: 'Keep at least' }).fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Lent again each morning, up to $10 a loan')).toBeVisible();
  expect(asked).toEqual([
    [
      { mfiId: '1', on: false, campaignId: null, perLoan: 25, keep: 0 },
      { mfiId: '3', on: true, campaignId: '5', perLoan: 10, keep: 5 },
    ],
  ]);
});

test.each([
  ['still on its way', [GOATS]],
  ['no longer open', []],
])('a rule for a campaign that is %s stands until its owner changes it (R25.8)', async (_, open) => {
  const rule = {
    mfiId: '3',
    mfiName: 'ROI',
    campaignId: '5',
    campaignName: GOATS.name,
    on: true,
    perLoan: 10,
    keep: 0,
  };
  const asked: unknown[] = [];
  let arrive: () => void = () => undefined;
  fake('listRelendRules', () => [rule]);
  fake('listOpenCampaigns', () => new Promise((resolve) => (arrive = () => resolve(open))));
  fake('setRelendRules', ({ body }) => {
    asked.push(body);
    return [rule];
  });
  const screen = await portfolio({ credits: [HELD] });
  await screen.getByRole('button', { name: 'Lend again: ROI' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Lend your credit with ROI again' });
  const which = dialog.getByRole('combobox', { name: 'Which loans' });
  await expect.element(which).toHaveValue('5');
  arrive();
  await dialog.getByRole('textbox', { name: 'At most for one loan' }).fill('20');
  await expect.element(which.getByRole('option', { name: /Eid goats/ })).toBeInTheDocument();
  expect(which.getByRole('option').elements()).toHaveLength(3);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => asked).toEqual([[{ mfiId: '3', on: true, campaignId: '5', perLoan: 20, keep: 0 }]]);
});

test('credit is given to a campaign after a review, and never more than there is (R25.7)', async () => {
  const asked: unknown[] = [];
  fake('listOpenCampaigns', () => [GOATS]);
  fake('giveCredit', ({ body }) => {
    asked.push(body);
    return { id: '1', amount: 7, credit: 13 };
  });
  const screen = await portfolio({ credits: [HELD] });
  await screen.getByRole('button', { name: 'Give: ROI' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Give credit to ROI' });
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await amount.fill('20.01');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog.getByText('At most $20.')).toBeVisible();
  await amount.fill('7');
  await dialog.getByRole('combobox', { name: 'For' }).selectOptions('5');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog).toMatchTextContent(/Campaign: .*Eid goats.*\$7.*Credit after it\s*\$13/);
  await dialog.getByRole('button', { name: 'Give $7' }).click();
  await expect.element(screen.getByText(/Thank you\. .*\$7.* was given to .*ROI/)).toBeVisible();
  expect(asked).toEqual([{ mfiId: '3', amount: 7, campaignId: '5' }]);
});

test('credit that was given, asked out or taken back is what pays the sum still to pay (R20.6, R25.6, R25.7)', async () => {
  let credit = 20;
  const leave = (amount: number) => {
    credit -= amount;
  };
  fake('listOpenCampaigns', () => []);
  fake('findUser', () => OWN_PROFILE);
  let told = 0;
  fake('listPayInOrders', () => {
    told = credit;
    return [{ ...ORDER, credit }];
  });
  fake('giveCredit', () => {
    leave(7);
    return { id: '1', amount: 7, credit };
  });
  fake('askPayout', () => {
    leave(6);
    fake('listOwnPayouts', () => [PAYOUT]);
    return PAYOUT;
  });
  fake('updatePayout', () => {
    leave(-6);
    fake('listOwnPayouts', () => []);
    return { ...PAYOUT, state: 'cancelled' };
  });
  const screen = await portfolio({ credits: [HELD], accounts: [ACCOUNT] });
  const dialog = screen.getByRole('dialog');
  const send = async (button: string, amount: string, submit: string) => {
    await screen.getByRole('button', { name: button }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: submit }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  };
  const expectCredit = async (amount: string) => {
    await expect.poll(() => String(told)).toBe(amount);
    await screen.getByRole('button', { name: 'Pay with my credit with ROI' }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue(amount);
    await dialog.getByRole('button', { name: 'Close' }).click();
  };
  await send('Give: ROI', '7', 'Give $7');
  await expectCredit('13');
  await send('Pay out: ROI', '6', 'Ask for $6');
  await expectCredit('7');
  await screen.getByRole('button', { name: /Take the request back/ }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('button', { name: /Take the request back/ })).not.toBeInTheDocument();
  await expectCredit('13');
});

test('credit is asked out to a kept account, and a part that came in lately is named (R25.6)', async () => {
  const asked: unknown[] = [];
  fake('findUser', () => OWN_PROFILE);
  fake('askPayout', ({ body }) => {
    asked.push(body);
    return asked.length === 1 ? { refusal: 'paid_in_lately', availableAmount: 6 } : { ...PAYOUT };
  });
  fake('findUser', () => ({
    ...RAHIMA,
    pendingEmail: null,
    pendingPhone: null,
    isEmailConfirmed: true,
    isEmailOfOffice: false,
    isPhoneConfirmed: true,
    payoutsRestUntil: null,
  }));
  const screen = await portfolio({ credits: [HELD], accounts: [ACCOUNT] });
  await screen.getByRole('button', { name: 'Pay out: ROI' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Have credit with ROI sent to you' });
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await amount.fill('0.99');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog.getByText('At least $1.')).toBeVisible();
  await amount.fill('20');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Ask for $20' }).click();
  await expect.element(dialog.getByText(/\$6.* can be paid out now/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await amount.fill('6');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog).toMatchTextContent(/BNCTL.*4556.*\$14/);
  await dialog.getByRole('button', { name: 'Ask for $6' }).click();
  await expect.element(screen.getByText(/Asked for\. .*ROI.* can send it from/)).toBeVisible();
  expect(asked.at(-1)).toEqual({ mfiId: '3', amount: 6, payoutAccountId: '4' });
});

test('a request is taken back while no batch has it, and money that arrived is said to have (R25.4)', async () => {
  const asked: unknown[] = [];
  fake('listOwnPayouts', () => [PAYOUT, { ...PAYOUT, id: '8', amount: 9, state: 'sent' }]);
  fake('updatePayout', ({ query, body }) => {
    asked.push([query.id, body]);
    return PAYOUT;
  });
  const screen = await portfolio();
  await screen.getByRole('button', { name: /It has arrived/ }).click();
  await expect.element(screen.getByRole('alertdialog').getByText('Have you received the $9?')).toBeVisible();
  expect(asked).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Thank you. The money counts as received.')).toBeVisible();
  await screen.getByRole('button', { name: /Take the request back/ }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect
    .poll(() => asked)
    .toEqual([
      ['8', { state: 'confirmed' }],
      ['7', { state: 'cancelled' }],
    ]);
});

test('credit without an account to send it to leads to adding one (R25.1)', async () => {
  const screen = await portfolio({ credits: [HELD] });
  await screen.getByRole('button', { name: 'Pay out: ROI' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Add an account' })).toBeVisible();
});

test('money that arrived says what it paid, what became credit, and what a bank took back', async () => {
  fake('listPayIns', () => [PAY_IN, { ...PAY_IN, id: '4', state: 'reversed' }]);
  const screen = await portfolio();
  const rows = screen.getByRole('table', { name: 'Payments that arrived' }).getByRole('row');
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/ROI.*\$25\.50.*21\/11\/2026.*\$25.*for 1 loan.*\$0\.50.*credit/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Taken back by the bank/);
});
