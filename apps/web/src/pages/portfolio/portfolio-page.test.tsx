import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf, QueryOf } from '../../lib/wire.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { ORDER, SETTLED } from '../../test/pay-ins.ts';
import { OWN_PROFILE, RAHIMA } from '../../test/people.ts';
import { FUNDED, SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import PortfolioPage from './portfolio-page.tsx';

const PORTFOLIO: DataOf<'findPortfolio'> = {
  lent: 60,
  cameBack: 12.5,
  stillOut: 47.5,
  late: 7.5,
  credit: 12.5,
  loansCount: 2,
  credits: [],
  hasComeBack: false,
  months: [
    { month: '2026-09', expected: 12.5, received: 12.5 },
    { month: '2026-10', expected: 8.33, received: 0 },
  ],
};
const LOANS: DataOf<'listPortfolioLoans'> = [
  { proposal: FUNDED, lent: 40, cameBack: 12.5, stillOut: 27.5, daysLate: 37, nextDueOn: '2026-10-15' },
  {
    proposal: { ...SEWING_MACHINE, id: '170', title: 'A loom' },
    lent: 20,
    cameBack: 0,
    stillOut: 20,
    daysLate: 0,
    nextDueOn: null,
  },
];
const STATEMENT: DataOf<'findStatement'> = {
  openingCredit: 0,
  closingCredit: 12.5,
  paidIn: 60,
  paidOut: 0,
  nextCursor: null,
  rows: [
    {
      id: '2',
      date: '2026-09-15T10:00:00.000Z',
      purpose: 'share_received',
      proposalId: '169',
      title: 'Sewing machine',
      outside: 0,
      credit: 12.5,
      creditAfter: 12.5,
      currency: 'USD',
    },
    {
      id: '1',
      date: '2026-08-01T10:00:00.000Z',
      purpose: 'backing',
      proposalId: '169',
      title: 'Sewing machine',
      outside: -40,
      credit: 0,
      creditAfter: 0,
      currency: 'USD',
    },
  ],
};

beforeEach(() => {
  fake('listPayInOrders', () => []);
  fake('listPayIns', () => []);
  fake('listRelendRules', () => []);
  fake('listOwnPayouts', () => []);
});

afterEach(() => {
  vi.restoreAllMocks();
});

function portfolio({
  path = '/App/Portfolio',
  asked = [] as QueryOf<'findStatement'>[],
  credits = PORTFOLIO.credits,
  accounts = [] as DataOf<'listPayoutAccounts'>,
} = {}) {
  startSession('token', RAHIMA);
  fake('findPortfolio', () => ({ ...PORTFOLIO, credits }));
  fake('listPortfolioLoans', () => LOANS);
  fake('listPayoutAccounts', () => accounts);
  fake('findStatement', ({ query }) => {
    asked.push(query);
    return STATEMENT;
  });
  return renderPage(<PortfolioPage />, { path });
}

test('one sentence says what was lent, came back, is out and late; the months are bars and a table', async () => {
  const screen = await portfolio();
  const figures = screen.getByRole('group', { name: 'My money in numbers' });
  const sentence = figures.getByText(/\$60.* lent in 2 loans.*\$12\.50.* came back.*\$47\.50.* is still out/);
  await expect.element(sentence).toBeVisible();
  await expect.element(figures.getByText(/\$7\.50.* of it is late/)).toBeVisible();
  await expect
    .element(screen.getByRole('img', { name: 'In 2 months $12.50 received of $20.83 expected' }))
    .toBeVisible();
  await screen.getByText('The same as a table').click();
  const table = screen.getByRole('table', { name: 'Expected and received in each month' });
  await expect.element(table.getByRole('row', { name: /October 2026.*\$8\.33.*\$0$/ })).toBeVisible();
});

test('credit may be lent again at once, and the next month that is expected is named', async () => {
  const screen = await portfolio();
  await expect.element(screen.getByText('$12.50 to lend again')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Lend again' })).toHaveAttribute('href', '/App/Invest/ROI');
});

test('each loan is a row that leads to it: the own part, what came back, and in words how late it is (R10.7)', async () => {
  const screen = await portfolio();
  const loans = screen.getByRole('list', { name: 'My own part of each loan' });
  await expect
    .element(loans.getByRole('link', { name: /Sewing machine.*\$40.*37 days late.*\$12\.50 back/ }))
    .toHaveAttribute('href', '/App/proposal?mfi=ROI&id=169');
  const onTime = loans.getByRole('link', { name: /A loom.*\$20/ });
  await expect.element(onTime).toBeVisible();
  expect(onTime.getByText(/late/).elements()).toEqual([]);
  const heights = loans
    .getByRole('link')
    .elements()
    .map((row) => row.getBoundingClientRect().height);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(64);
});

test('the statement is told month by month, each with the change of the credit', async () => {
  const screen = await portfolio();
  const september = screen.getByRole('region', { name: 'September 2026' });
  await expect.element(september.getByRole('heading')).toHaveTextContent('September 2026+$12.50');
  const back = september.getByRole('link', {
    name: /^Sewing machine.*\+\$12\.50.*15\/09\/2026 · Paid back to me.*credit .*\$12\.50/,
  });
  await expect.element(back).toBeVisible();
  const august = screen.getByRole('region', { name: 'August 2026' });
  await expect
    .element(august.getByRole('link', { name: /^Sewing machine.*-\$40.*01\/08\/2026 · Backed$/ }))
    .toBeVisible();
});
test('the statement is asked for the chosen days, and a period that runs backwards is not', async () => {
  const asked: QueryOf<'findStatement'>[] = [];
  const screen = await portfolio({ path: '/App/Portfolio?period=all', asked });
  await expect.element(screen.getByRole('link', { name: /Paid back to me/ })).toBeVisible();
  await screen.getByRole('radio', { name: 'Own dates' }).click();
  await screen.getByLabelText('First day').fill('2026-03-02');
  await screen.getByLabelText('Last day').fill('2026-03-31');
  await expect.poll(() => asked.at(-1)).toEqual({ from: '2026-03-02', to: '2026-03-31' });
  const before = asked.length;
  await screen.getByLabelText('Last day').fill('2026-03-01');
  await expect.element(screen.getByText('The last day must not be before the first.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  expect(asked).toHaveLength(before);
});

test('the statement is kept as a file of the same period', async () => {
  let asked: unknown;
  fake('exportStatement', ({ query }) => {
    asked = query;
    return new Response('Date', { headers: { 'content-type': 'text/csv' } });
  });
  const kept: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push(this.download);
  });
  const screen = await portfolio({ path: '/App/Portfolio?period=own&from=2026-03-02&to=2026-03-31' });
  await screen.getByRole('button', { name: 'Download CSV' }).click();
  await expect.poll(() => kept).toEqual(['sathi-statement.csv']);
  expect(asked).toEqual({ from: '2026-03-02', to: '2026-03-31' });
});

test('a file that cannot be had is told beside its button', async () => {
  fake('exportStatement', () => ({ refusal: 'not_permitted' }));
  const screen = await portfolio();
  await screen.getByRole('button', { name: 'Download CSV' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

test('a printed statement is whole: the pages not loaded yet are fetched first', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const screen = await portfolio();
  fake('findStatement', ({ query }) =>
    query.cursor
      ? { ...STATEMENT, rows: [{ ...STATEMENT.rows[1]!, id: '9', title: 'The oldest' }] }
      : { ...STATEMENT, nextCursor: 'more' },
  );
  await screen.getByRole('radio', { name: 'Everything' }).click();
  await expect.element(screen.getByRole('button', { name: 'Show more' })).toBeVisible();
  await screen.getByRole('button', { name: 'Print' }).click();
  await expect.element(screen.getByText('The oldest')).toBeVisible();
  await expect.poll(() => printed.mock.calls.length).toBe(1);
});

test('a backer who has lent nothing is told the next step', async () => {
  startSession('token', RAHIMA);
  const nothing = {
    lent: 0,
    cameBack: 0,
    stillOut: 0,
    late: 0,
    credit: 0,
    loansCount: 0,
    credits: [],
    hasComeBack: false,
    months: [],
  };
  fake('listPayoutAccounts', () => []);
  fake('findPortfolio', () => nothing);
  fake('listPortfolioLoans', () => []);
  fake('findStatement', () => ({ ...STATEMENT, rows: [] }));
  const screen = await renderPage(<PortfolioPage />, { path: '/App/Portfolio/ROI' });
  await expect.element(screen.getByText('You have not lent anything yet')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Find a loan to back' }))
    .toHaveAttribute('href', '/App/Invest/ROI');
  await screen.getByRole('button', { name: 'Show everything' }).click();
  await expect.element(screen.getByRole('radio', { name: 'Everything' })).toBeChecked();
});

test('loans come in pages', async () => {
  startSession('token', RAHIMA);
  fake('listPayoutAccounts', () => []);
  fake('findPortfolio', () => PORTFOLIO);
  fake('findStatement', () => STATEMENT);
  fake('listPortfolioLoans', ({ query }) =>
    query.cursor === 'more' ? LOANS.slice(1) : pageOf<'listPortfolioLoans'>(LOANS.slice(0, 1), 'more'),
  );
  const screen = await renderPage(<PortfolioPage />, { path: '/App/Portfolio' });
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByRole('link', { name: /A loom/ })).toBeVisible();
});

test('a person who came back reads that the money of before is theirs again (R33.5)', async () => {
  const screen = await portfolio();
  expect(screen.getByText(/Welcome back/).elements()).toEqual([]);
  fake('findPortfolio', () => ({ ...PORTFOLIO, hasComeBack: true }));
  const again = await renderPage(<PortfolioPage />, { path: '/App/Portfolio' });
  await expect.element(again.getByText(/Welcome back.*yours again/)).toBeVisible();
});

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

const HELD = { mfiId: '3', mfiName: 'ROI', amount: 20, leaving: 0 };
const GOATS = { id: '5', name: 'Eid goats' };

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
