import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake, pageOf } from '../../test/fake-endpoint.ts';
import { OFFICER, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import MoneyDeskPage from './money-desk-page.tsx';

type Line = DataOf<'listLines'>[number];
type Day = DataOf<'listAccountDays'>[number];

const ACCOUNT = { id: '11', kind: 'bank', currency: 'USD', label: 'State Bank', state: 'approved' };
const line = (id: string, change: Partial<Line> = {}): Line => ({
  id,
  statementId: '1',
  line: Number(id),
  accountId: '11',
  bookedOn: '2026-11-20',
  valueOn: '2026-11-20',
  local: { amount: '35.00', currency: 'USD' },
  bankRef: '',
  text: `line ${id}`,
  payer: '',
  reversal: false,
  state: 'open',
  match: {
    how: 'automatic',
    rule: 'reference',
    target: { reference: 'RF0810004217' },
    candidates: [],
    preview: { amount: 35, settled: [{ proposalId: '1', amount: 30 }], toCredit: 5 },
  },
  badges: [],
  ...change,
});
const UNKNOWN = line('3', {
  match: { how: 'none', rule: 'unknown', target: null, candidates: [], preview: null },
});
const DAY: Day = {
  day: '2026-11-20',
  opening: '0.00',
  closing: '105.00',
  booked: '105.00',
  setAside: '0.00',
  open: '0.00',
  booksWithoutLine: [],
  gap: '0.00',
  state: 'open',
  agreedBy: null,
};

function show(
  days: Day[] = [DAY],
  accounts: object[] = [ACCOUNT],
  { house = { stillOut: 0, credit: 0 }, debts = [] as DataOf<'listDebts'> } = {},
) {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('listMoneyAccounts', () => accounts as never);
  fake('listLines', ({ query }) => (query['how'] === 'automatic' ? [line('1'), line('2')] : [UNKNOWN]));
  fake('listAccountDays', () => days);
  fake('listDebts', () => debts);
  fake('listReceipts', () => []);
  fake('findPosition', () => ({
    mustHold: 100,
    pending: 0,
    accounts: [
      { accountId: '11', label: 'State Bank', currency: 'USD', balance: null, on: null, inUsd: null, rate: null },
    ],
    covered: null,
    house,
    fund: { stillOut: 0, credit: 0 },
  }));
  return renderPage(
    <MfiNameProvider value="ROI">
      <MoneyDeskPage />
    </MfiNameProvider>,
    { path: '/App/MFIMoney/ROI' },
  );
}

test('sure lines tell what they do, and are booked together after one question (R21.8)', async () => {
  let booked: unknown;
  fake('bookLines', ({ body }) => {
    booked = body;
    return {
      results: [
        { id: '1', result: 'booked', effects: null },
        { id: '2', result: 'line_booked', effects: null },
      ],
    };
  });
  const screen = await show();
  await expect.element(screen.getByText('$30 pays what is awaited, $5 becomes credit.').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Book 2' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText(/Somebody else has booked it/)).toBeVisible();
  expect(booked).toEqual({ lines: [{ id: '1' }, { id: '2' }] });
});

test('lines that were not booked are told until one of them is (R21.8)', async () => {
  let wasRefused = true;
  fake('bookLines', () => ({
    results: [{ id: '3', result: wasRefused ? 'unknown_reference' : 'booked', effects: null }],
  }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Book', exact: true }).first().click();
  const refused = screen.getByText(/1 line stays open/);
  await expect.element(refused).toBeVisible();
  await screen.getByRole('tab', { name: 'Open' }).click();
  await screen.getByRole('button', { name: 'Say what it is' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(refused).toBeVisible();
  wasRefused = false;
  await screen.getByRole('button', { name: 'Say what it is' }).click();
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('RF08 1000 4217');
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(refused).not.toBeInTheDocument();
});

test('lines that were not booked are told while another is set aside (R21.8)', async () => {
  fake('bookLines', () => ({
    results: [
      { id: '1', result: 'wrong_status', effects: null },
      { id: '2', result: 'rate_too_old', effects: null },
    ],
  }));
  fake('setLineAside', ({ body }) => ({ id: body.id, state: 'set_aside' }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Book 2' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText(/^2 lines stay open\./)).toBeVisible();
  await setFirstAside(screen);
  await expect.element(screen.getByText(/^1 line stays open\. The rate of its day is missing\.$/)).toBeVisible();
});

test('a booking that is under way stays so while another line is set aside, and tells what was refused (R21.8)', async () => {
  const answer = Promise.withResolvers<DataOf<'bookLines'>>();
  fake('bookLines', () => answer.promise);
  fake('setLineAside', ({ body }) => ({ id: body.id, state: 'set_aside' }));
  const screen = await show();
  const bookAll = screen.getByRole('button', { name: 'Book 2' });
  await bookAll.click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await setFirstAside(screen);
  await expect.element(bookAll).toHaveAttribute('aria-disabled', 'true');
  answer.resolve({ results: [{ id: '2', result: 'wrong_status', effects: null }] });
  await expect.element(screen.getByText(/1 line stays open/)).toBeVisible();
});

async function setFirstAside(screen: Awaited<ReturnType<typeof show>>) {
  await screen.getByRole('button', { name: 'Set aside' }).first().click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Not ours');
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

test('letters do nothing to the pile while a dialog of a line is on its way (R21.8)', async () => {
  const booked: unknown[] = [];
  fake('bookLines', ({ body }) => {
    booked.push(body);
    return { results: [] };
  });
  const screen = await show();
  await expect.element(screen.getByRole('button', { name: 'Book 2' })).toBeVisible();
  for (const key of ['c', 'a', 'b']) {
    document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    // Long enough for the panel to hear of it, and too short for the dialog.
    await Promise.resolve();
  }
  await expect.element(screen.getByRole('dialog').getByRole('textbox', { name: 'Reference' })).toBeVisible();
  expect(booked).toEqual([]);
});

test('letters walk through the lines and say what one is (R21.8)', async () => {
  const screen = await show();
  await screen.getByRole('tab', { name: 'Open' }).click();
  await expect.element(screen.getByText('Nothing in it is known.')).toBeVisible();
  await userEvent.keyboard('c');
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('RF08 1000 4218');
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expect.element(dialog.getByText('This is no reference: look at each digit.')).toBeVisible();
});

test('a line for two is split into parts that add up to it (R21.8)', async () => {
  let booked: unknown;
  fake('bookLines', ({ body }) => {
    booked = body;
    return { results: [{ id: '3', result: 'booked', effects: null }] };
  });
  const screen = await show();
  await screen.getByRole('tab', { name: 'Open' }).click();
  await screen.getByRole('button', { name: 'Say what it is' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('RF08 1000 4217');
  await dialog.getByRole('button', { name: 'Split it' }).click();
  const [first, second] = [
    dialog.getByRole('group', { name: 'Part 1' }),
    dialog.getByRole('group', { name: 'Part 2' }),
  ];
  await first.getByRole('textbox', { name: 'Amount in USD' }).fill('30');
  await second.getByRole('textbox', { name: 'Reference' }).fill('RF5611588139');
  await second.getByRole('textbox', { name: 'Amount in USD' }).fill('4');
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expect.element(second.getByText('The parts must add up to $35.')).toBeVisible();
  await second.getByRole('textbox', { name: 'Amount in USD' }).fill('5.00');
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(booked).toEqual({
    lines: [
      { id: '3', target: { reference: 'RF08 1000 4217', amount: 30 } },
      { id: '3', target: { reference: 'RF5611588139', amount: 5 } },
    ],
  });
});

test('a line is linked to a receipt that was booked by hand, or is in part a fee (R21.8)', async () => {
  const booked: unknown[] = [];
  fake('bookLines', ({ body }) => {
    booked.push(body);
    return { results: [{ id: '3', result: 'booked', effects: null }] };
  });
  const documents = [
    { document: 'receipt:7', amount: '35.00', needsReason: true },
    { document: 'receipt:8', amount: '36.00', needsReason: true },
    { document: 'payment:7', amount: '35.00', needsReason: true },
  ];
  const screen = await show([{ ...DAY, booksWithoutLine: documents }]);
  const receipt = { id: '7', userName: 'Asha Begum', receivedOn: '2026-11-16' };
  fake('listReceipts', ({ query }) =>
    query['cursor'] === undefined
      ? pageOf<'listReceipts'>([{ ...receipt, id: '9' } as never], '1')
      : [receipt as never],
  );
  await screen.getByRole('tab', { name: 'Open' }).click();
  const open = () => screen.getByRole('button', { name: 'Say what it is' }).click();
  const dialog = screen.getByRole('dialog');
  await open();
  const choice = dialog.getByRole('combobox', { name: 'What it is' });
  await choice.selectOptions(choice.getByRole('option', { name: /^In the books already: .*Asha Begum/ }));
  expect(choice.getByRole('option').elements()).toHaveLength(2);
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('RF08 1000 4217');
  await dialog.getByRole('button', { name: 'Split it' }).click();
  const [first, second] = ['Part 1', 'Part 2'].map((name) => dialog.getByRole('group', { name }));
  await first!.getByRole('textbox', { name: 'Amount in USD' }).fill('34');
  await second!.getByRole('combobox', { name: 'What it is' }).selectOptions('Fee of the bank');
  await second!.getByRole('textbox', { name: 'Amount in USD' }).fill('1');
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expect
    .poll(() => booked)
    .toEqual([
      { lines: [{ id: '3', target: { receiptId: '7' } }] },
      {
        lines: [
          { id: '3', target: { reference: 'RF08 1000 4217', amount: 34 } },
          { id: '3', target: { as: 'fee', amount: 1 } },
        ],
      },
    ]);
});

test('money that goes back names the line that it came by, money between accounts a till (R21.8)', async () => {
  const aside: unknown[] = [];
  fake('setLineAside', ({ body }) => {
    aside.push(body);
    return { id: '3', state: 'set_aside' };
  });
  const screen = await show([DAY], [ACCOUNT, { ...ACCOUNT, id: '12', kind: 'till', label: 'Counter' }]);
  const back = line('9', { payer: 'Nasrin', local: { amount: '-35.00', currency: 'USD' } });
  fake('listLines', ({ query }) => (query['day'] === undefined ? [UNKNOWN] : [line('1'), back]));
  await screen.getByRole('tab', { name: 'Open' }).click();
  const choose = async (as: string) => {
    await screen.getByRole('button', { name: 'Set aside' }).click();
    await screen.getByRole('combobox', { name: 'What it is' }).selectOptions(as);
    await screen.getByRole('textbox', { name: 'Note' }).fill('Not ours');
  };
  const dialog = screen.getByRole('dialog');
  await choose('Given back');
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Other line' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('combobox', { name: 'Other line' }).selectOptions('-$35 · Nasrin');
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await choose('Between own accounts');
  await dialog.getByRole('combobox', { name: 'Till' }).selectOptions('Counter · USD');
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(aside).toEqual([
    { id: '3', as: 'returned', note: 'Not ours', otherLineId: '9' },
    { id: '3', as: 'between_accounts', note: 'Not ours', accountId: '12' },
  ]);
});

test('the other line is found behind the first page of a busy day (R21.8)', async () => {
  const back = line('63', { payer: 'Nasrin', local: { amount: '-35.00', currency: 'USD' } });
  const screen = await show();
  const busy = [pageOf<'listLines'>([line('1')], '1'), pageOf<'listLines'>([line('2')], '2'), [back]];
  fake('listLines', ({ query }) => (query['day'] === undefined ? [UNKNOWN] : busy[Number(query['cursor'] ?? 0)]!));
  await screen.getByRole('tab', { name: 'Open' }).click();
  await screen.getByRole('button', { name: 'Set aside' }).click();
  await screen.getByRole('combobox', { name: 'What it is' }).selectOptions('Given back');
  await expect.element(screen.getByRole('option', { name: '-$35 · Nasrin' })).toBeInTheDocument();
});

test('a day is agreed, and with balances of the bank’s own where no file tells them (R21.10)', async () => {
  let agreed: unknown;
  fake('agreeDay', ({ body }) => {
    agreed = body;
    return { day: '2026-11-20', state: 'agreed', selfApproved: false };
  });
  const screen = await show([{ ...DAY, opening: null, closing: null, gap: null }]);
  await screen.getByRole('textbox', { name: 'Opening balance' }).fill('0');
  await screen.getByRole('textbox', { name: 'Closing balance' }).fill('105.00');
  await screen.getByRole('button', { name: 'Agree the day' }).click();
  await expect.element(screen.getByText(/is agreed\./)).toBeVisible();
  expect(agreed).toEqual({ accountId: '11', day: '2026-11-20', opening: '0', closing: '105.00' });
});

test('balances of a day are typed in any digits, with a comma or as a bank groups them (R21.10)', async () => {
  let agreed: unknown;
  fake('agreeDay', ({ body }) => {
    agreed = body;
    return { day: '2026-11-20', state: 'agreed', selfApproved: false };
  });
  const screen = await show([{ ...DAY, opening: null, closing: null, gap: null }]);
  await screen.getByRole('textbox', { name: 'Opening balance' }).fill('১,০২০.০০');
  await screen.getByRole('textbox', { name: 'Closing balance' }).fill('-8,33');
  await screen.getByRole('button', { name: 'Agree the day' }).click();
  await expect.element(screen.getByText(/is agreed\./)).toBeVisible();
  expect(agreed).toEqual({ accountId: '11', day: '2026-11-20', opening: '1020.00', closing: '-8.33' });
});

test('the reason why a day lacks lines outlives the other days, a failure and its page, and goes when it is agreed (R21.10)', async () => {
  const REASON = 'The bank is closed until Sunday.';
  const booksWithoutLine = [{ document: 'receipt:7', amount: '35.00', needsReason: true }];
  const days = [
    { ...DAY, opening: null, closing: null, gap: null, booksWithoutLine },
    { ...DAY, day: '2026-11-21' },
  ];
  fake('agreeDay', () => BROKEN);
  const screen = await show(days);
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  const closing = screen.getByRole('textbox', { name: 'Closing balance' });
  const ofMonth = screen.getByRole('group', { name: 'Days' }).getByRole('button');
  await screen.getByRole('textbox', { name: 'Opening balance' }).fill('0');
  await closing.fill('105');
  await reason.fill('a'.repeat(501));
  await expect.element(screen.getByText('1 character too many')).toBeVisible();
  await reason.fill(REASON);
  await screen.getByRole('button', { name: 'Agree the day' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/network/);
  await ofMonth.last().click();
  await ofMonth.first().click();
  await expect.element(reason).toHaveValue(REASON);
  await expect.element(closing).toHaveValue('');
  await screen.unmount();
  fake('agreeDay', () => ({ day: '2026-11-20', state: 'agreed', selfApproved: false }));
  const anew = await show(days);
  const kept = anew.getByRole('textbox', { name: 'Reason' });
  await expect.element(kept).toHaveValue(REASON);
  await anew.getByRole('textbox', { name: 'Opening balance' }).fill('0');
  await anew.getByRole('textbox', { name: 'Closing balance' }).fill('105');
  await anew.getByRole('button', { name: 'Agree the day' }).click();
  await expect.element(kept).toHaveValue('');
});

test('own money that came home is taken out, with its account and the bank’s number', async () => {
  const asked: unknown[] = [];
  fake('drawOwnMoney', ({ query, body }) => {
    asked.push([query, body]);
    return { id: '1', amount: 20, credit: 0 };
  });
  const screen = await show([DAY], [ACCOUNT], { house: { stillOut: 5, credit: 20 } });
  await screen.getByRole('button', { name: 'Take own money out' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('21');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog.getByText('At most $20.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('20');
  await dialog.getByRole('textbox', { name: 'The bank’s number of it' }).fill('TRX81');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog).toMatchTextContent(/\$20.*State Bank.*TRX81/);
  expect(asked).toEqual([]);
  await dialog.getByRole('button', { name: 'Take own money out' }).click();
  await expect.element(screen.getByText(/\$20.* was taken out/)).toBeVisible();
  expect(asked).toEqual([[{ mfiId: '3' }, { amount: 20, accountId: '11', reference: 'TRX81' }]]);
});

test('a debt of 180 days is entered by one and confirmed by another (R20.11)', async () => {
  const asked: unknown[] = [];
  const debt = { personId: '12', amount: 10, since: '2026-01-01T10:00:00.000Z', old: true };
  const none = { entry: null, mayEnter: false, mayConfirm: false };
  const entry = { id: '4', reason: 'She moved away', enteredByName: 'Nur', enteredAt: '2026-08-01T10:00:00.000Z' };
  fake('enterDebtTakeover', ({ query, body }) => {
    asked.push([query, body]);
    return { id: '5', amount: 10 };
  });
  fake('confirmDebtTakeover', ({ query, body }) => {
    asked.push([query, body]);
    return { id: '4', amount: 10, state: 'approved' };
  });
  const screen = await show([DAY], [ACCOUNT], {
    debts: [
      { ...debt, ...none, name: 'Asha', mayEnter: true },
      { ...debt, ...none, personId: '13', name: 'Rina', entry, mayConfirm: true },
      { ...debt, ...none, personId: '14', name: 'Lina', old: false },
    ],
  });
  await screen.getByRole('button', { name: 'Take over: Asha' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('n'.repeat(501));
  await dialog.getByRole('button', { name: 'Take over' }).click();
  expect(asked).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Nobody finds her');
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Confirm: Rina' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText(/\$10.*Rina/)).toBeVisible();
  expect(asked).toHaveLength(1);
  await question.getByRole('button', { name: 'Yes, confirm' }).click();
  await expect.element(screen.getByText('The debt was taken over.')).toBeVisible();
  expect(screen.getByRole('button', { name: /Lina/ }).elements()).toEqual([]);
  expect(asked).toEqual([
    [{ mfiId: '3', personId: '12' }, { reason: 'Nobody finds her' }],
    [{ mfiId: '3', id: '4' }, { state: 'approved' }],
  ]);
});

test('words find lines of any state, and what is found can be taken back there (R21.7)', async () => {
  const asked: unknown[] = [];
  const screen = await show();
  fake('listLines', ({ query }) => {
    asked.push([query.accountId, query.q, query.state]);
    return query.q === 'TX-9' ? [line('9', { state: 'booked', bankRef: 'TX-9' })] : [];
  });
  await screen.getByRole('tab', { name: 'Search' }).click();
  const field = screen.getByRole('textbox', { name: 'Search the lines' });
  await expect.element(field).toBeVisible();
  asked.length = 0;
  await field.fill('nothing');
  await expect.element(screen.getByText(/^Try fewer words/)).toBeVisible();
  await expect
    .element(screen.getByRole('tabpanel').getByRole('status'))
    .toMatchTextContent(/^No line has these words$/);
  await field.fill('TX-9');
  await expect.element(screen.getByText('line 9')).toBeVisible();
  await expect.element(screen.getByRole('tabpanel').getByRole('status')).toMatchTextContent(/^1 line is shown$/);
  await expect.element(screen.getByRole('button', { name: 'Take back' })).toBeVisible();
  expect(asked).toEqual([
    ['11', 'nothing', undefined],
    ['11', 'TX-9', undefined],
  ]);
});

test('the files of the account are listed, and where there are none it says what to do (R21)', async () => {
  const file: DataOf<'listStatements'>[number] = {
    id: '1',
    accountId: '11',
    name: 'november.xml',
    format: 'camt.053',
    from: '2026-11-01',
    to: '2026-11-20',
    opening: '0.00',
    closing: '105.00',
    lines: 3,
    newLines: 2,
    automatic: 1,
    suggested: 1,
    open: 0,
    badRows: [{ row: 7, problem: 'day' }],
  };
  fake('listStatements', ({ query }) => (query.cursor === undefined ? pageOf<'listStatements'>([file], 'next') : []));
  const screen = await show();
  const button = screen.getByRole('button', { name: 'Files handed in' });
  await button.click();
  const dialog = screen.getByRole('dialog', { name: 'Files handed in' });
  await expect.element(dialog.getByText('november.xml')).toBeVisible();
  await expect.element(dialog.getByText(/3 lines, 2 of them new/)).toBeVisible();
  await expect.element(dialog.getByText('Rows that cannot be read: 7.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Show more' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('an account without a file says what to do', async () => {
  fake('listStatements', () => []);
  const screen = await show();
  await screen.getByRole('button', { name: 'Files handed in' }).click();
  await expect
    .element(screen.getByRole('dialog').getByText(/^Close this, and drop the file of your bank/))
    .toBeVisible();
});

test('the position is taken along as a file (R24.7)', async () => {
  const asked: unknown[] = [];
  const screen = await show();
  const button = screen.getByRole('button', { name: 'Position as a file (CSV)' });
  await expect.element(button).toBeVisible();
  fake('findPosition', ({ query }) => {
    asked.push(query.format);
    return new Response('what,amount_usd', { headers: { 'content-type': 'text/csv' } });
  });
  const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await button.click();
  await expect
    .poll(() => kept.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
    .toEqual(['position.csv']);
  expect(asked).toEqual(['csv']);
  kept.mockRestore();
});
