import { expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import { todayIn } from '../../lib/time.ts';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake, pageOf } from '../../test/fake-endpoint.ts';
import { ORDER } from '../../test/pay-ins.ts';
import { OFFICER, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import AwaitedPage from './awaited-page.tsx';

type Awaited = DataOf<'listAwaited'>[number];
type Receipt = DataOf<'listReceipts'>[number];

const NADIA: Awaited = {
  userId: '20',
  name: 'Nadia Karim',
  phone: '+8801711000120',
  reference: 'RF0810004217',
  amountDue: 35,
  payBy: '2026-11-29',
  told: { paidOn: '2026-11-22', channel: 'bank', reference: 'TRX81', slip: 'slips/3-slip-abc.webp' },
  items: ORDER.items,
};
const JOAO: Awaited = {
  ...NADIA,
  userId: '21',
  name: 'Joao da Costa',
  phone: '+67077000121',
  reference: 'RF0310004228',
  told: null,
};
const RECEIPT: Receipt = {
  id: '7',
  userId: '20',
  userName: 'Nadia Karim',
  reference: 'RF0810004217',
  amount: 25.5,
  local: { amount: '2119.05', currency: 'INR' },
  receivedOn: '2026-11-21',
  ownReference: null,
  settled: [{ proposalId: '169', amount: 25 }],
  toCredit: 0.5,
  gain: 0,
  state: 'booked',
  confirmed: false,
  bookedBy: '8',
  bookedByName: 'Mina Rahman',
  reason: null,
  mayConfirm: true,
  mayReverse: true,
};
const ACCOUNT: DataOf<'listMoneyAccounts'>[number] = {
  id: '11',
  kind: 'bank',
  currency: 'USD',
  label: 'State Bank',
  feeWords: [],
  holder: 'ROI Foundation',
  number: '3011',
  bankName: '',
  bic: '',
  upiId: '',
  qrText: '',
  forPayIn: true,
  forPayOut: false,
  instructions: { en: '', be: '', ar: '' },
  state: 'approved',
  waiting: null,
  enteredByName: null,
  enteredAt: null,
  endsAt: null,
  mayConfirm: false,
};

/** `second` answers for the second page of the people; without it they are all on the first. */
function show(
  awaited: Awaited[] = [NADIA, JOAO],
  receipts: Receipt[] = [RECEIPT],
  second?: () => Awaited[] | typeof BROKEN,
) {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('listAwaited', ({ query }) =>
    second === undefined ? awaited : query.cursor ? second() : pageOf<'listAwaited'>(awaited, 'more'),
  );
  fake('listReceipts', () => receipts);
  fake('listMoneyAccounts', () => [ACCOUNT, { ...ACCOUNT, id: '12', label: 'bKash', currency: 'BDT' }]);
  return renderPage(
    <MfiNameProvider value="ROI">
      <AwaitedPage />
    </MfiNameProvider>,
    { path: '/App/MFIAwaited/ROI' },
  );
}

test('staff see who owes how much until when, and who says it is on the way (R20.1, R20.2)', async () => {
  const screen = await show();
  const rows = screen.getByRole('table', { name: 'Awaited' }).getByRole('row');
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/Nadia Karim.*\$35.*RF08 1000 4217.*by .*29\/11\/2026.*Says paid on .*22\/11\/2026/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Joao da Costa/);
});

test('a payer is found by name, phone, reference or their own number, also beyond the first page', async () => {
  const screen = await show([NADIA], [], () => [JOAO]);
  const found = (name: string) => screen.getByRole('table', { name: 'Awaited' }).getByText(name);
  await expect.element(found('Nadia Karim')).toBeVisible();
  const search = screen.getByRole('textbox', { name: 'Name, phone or reference' });
  for (const [words, name] of [
    ['costa', 'Joao da Costa'],
    ['trx81', 'Nadia Karim'],
    ['rf03 1000', 'Joao da Costa'],
    ['১৭১১', 'Nadia Karim'],
  ] as const) {
    await search.fill(words);
    await expect.element(found(name)).toBeVisible();
    await expect.poll(() => screen.getByRole('table', { name: 'Awaited' }).getByRole('row').elements().length).toBe(2);
  }
  await search.fill('nobody at all');
  await expect.element(screen.getByText('Nobody in the list matches.')).toBeVisible();
});

test('a search asks once for a page that fails, says so, and goes on when it is asked to', async () => {
  let second: Awaited[] | typeof BROKEN = BROKEN;
  let asked = 0;
  const screen = await show([NADIA], [], () => {
    asked += 1;
    return second;
  });
  await screen.getByRole('textbox', { name: 'Name, phone or reference' }).fill('costa');
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/check your network/);
  // In this time a page that is asked for again and again would be asked for many times.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked).toBe(1);
  const none = screen.getByText('Nobody in the list matches.');
  expect(none.elements()).toEqual([]);
  second = [NADIA];
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(none).toBeVisible();
});

test('money that came is booked by its reference after a review, in the currency of its account (R20.6, R20.7)', async () => {
  const asked: unknown[] = [];
  const screen = await show();
  fake('enterReceipt', ({ query, body }) => {
    asked.push([query, body]);
    return { id: '8', amount: 35, settled: [{ proposalId: '169', amount: 34 }], toCredit: 1, gain: null };
  });
  await screen.getByRole('button', { name: 'Enter money that came', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Reference').fill('rf07-1000-4217');
  await dialog.getByLabelText('Account it came to').selectOptions('bKash (BDT)');
  await dialog.getByLabelText('Amount in BDT').fill('4282.25');
  await dialog.getByLabelText('Day it arrived').fill('2026-11-22');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect
    .element(dialog.getByText('This is no reference of a backer. Please check it digit by digit.'))
    .toBeVisible();
  await dialog.getByLabelText('Reference').fill('rf08-1000-4217');
  await expect.element(dialog.getByText(/Nadia Karim.* still has .*\$35.* to pay/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog).toMatchTextContent(/From\s*Nadia Karim.*BDT 4,282\.25.*bKash/);
  expect(asked).toEqual([]);
  await dialog.getByRole('button', { name: /^Book / }).click();
  await expect.element(screen.getByText(/Booked: .*\$34.* for backings, .*\$1.* to credit/)).toBeVisible();
  expect(asked).toEqual([
    [
      { mfiId: '3' },
      {
        reference: 'rf08-1000-4217',
        accountId: '12',
        localAmount: { amount: '4282.25', currency: 'BDT' },
        receivedOn: '2026-11-22',
      },
    ],
  ]);
});

test('a row fills its reference in, and dollars go as a number', async () => {
  const asked: unknown[] = [];
  const screen = await show();
  fake('enterReceipt', ({ body }) => {
    asked.push(body);
    return { refusal: 'second_person_needed' };
  });
  await screen.getByRole('button', { name: 'Enter money that came from Nadia Karim' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Amount in USD').fill('35');
  await dialog.getByLabelText('Day it arrived').fill('2026-11-22');
  await dialog.getByLabelText(/^The bank’s number of it/).fill('B-81');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Book $35' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('A second person has to confirm this.');
  expect(asked).toEqual([
    { reference: 'RF0810004217', accountId: '11', amount: 35, receivedOn: '2026-11-22', ownReference: 'B-81' },
  ]);
});

test('a day that the server refuses leads back to its field', async () => {
  const message = 'This day is still to come.';
  const screen = await show();
  fake('enterReceipt', () => ({ refusal: 'invalid_request', errors: [{ path: 'receivedOn', message }] }));
  await screen.getByRole('button', { name: 'Enter money that came from Nadia Karim' }).click();
  const dialog = screen.getByRole('dialog');
  const day = dialog.getByLabelText('Day it arrived');
  await expect.element(day).toHaveAttribute('max', todayIn(ROI.timeZone));
  await dialog.getByLabelText('Amount in USD').fill('35');
  await day.fill('2099-12-30');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Book $35' }).click();
  await expect.element(day).toHaveFocus();
  await expect.element(dialog.getByText(message)).toBeVisible();
});

test('money booked by hand is confirmed by another, after a question (R25.10)', async () => {
  const asked: unknown[] = [];
  const screen = await show();
  fake('confirmReceipt', ({ query }) => {
    asked.push(query);
    return { id: '7', confirmed: true };
  });
  await expect.element(screen.getByText('Entered by Mina Rahman, not confirmed yet')).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm the money from Nadia Karim' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/Has .*INR 2,119\.05.* from .*Nadia Karim.* really come\?/);
  await question.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Confirmed.', { exact: true })).toBeVisible();
  expect(asked).toEqual([{ mfiId: '3', id: '7' }]);
});

test('the person who booked money neither confirms it nor takes it back', async () => {
  const screen = await show([NADIA], [{ ...RECEIPT, mayConfirm: false, mayReverse: false }]);
  await expect.element(screen.getByText('Entered by Mina Rahman, not confirmed yet')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Confirm|took it back/ })).not.toBeInTheDocument();
});

test('money is taken back after a reason and a look at the effect (R20.8)', async () => {
  const asked: unknown[] = [];
  const screen = await show();
  fake('reverseReceipt', ({ query, body }) => {
    asked.push([query, body]);
    return { reopened: [{ proposalId: '169', amount: 20 }], takenOver: [], fromCredit: 0.5, belowZero: 5 };
  });
  await screen.getByRole('button', { name: 'Bank took it back: the money from Nadia Karim' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog.getByText('required')).toBeVisible();
  await dialog.getByLabelText('Reason').fill(' Returned, R03 ');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(/From their credit\s*\$0\.50.*Awaited again.*\$20.* in 1 loan.*below zero\s*\$5/);
  expect(dialog.getByText('Taken over by the institution').elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Take back $25.50' }).click();
  await expect.element(screen.getByText('Taken back.', { exact: true })).toBeVisible();
  const body = { reason: 'Returned, R03' };
  expect(asked).toEqual([
    [{ mfiId: '3', id: '7', preview: 'true' }, body],
    [{ mfiId: '3', id: '7' }, body],
  ]);
});

test('an office that awaits nothing reads what it would see here', async () => {
  const screen = await show([], []);
  await expect.element(screen.getByText('No money is awaited')).toBeVisible();
  await expect.element(screen.getByText('Nothing here yet')).toBeVisible();
});
