import { expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake, pageOf } from '../../test/fake-endpoint.ts';
import { OFFICER, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import PayoutsPage from './payouts-page.tsx';

type Row = DataOf<'listStoppedPayouts'>[number];

const STOPPED: Row = {
  personId: '12',
  name: 'Rahima Begum',
  phone: '+8801712345678',
  stoppedAt: '2026-11-20T10:00:00.000Z',
  resumesAt: null,
  entry: null,
  mayEnter: true,
  mayConfirm: false,
};
const entry = {
  id: '4',
  reason: 'Came with her passport',
  enteredByName: 'Mina Rahman',
  enteredAt: '2026-11-21T10:00:00.000Z',
  endsAt: '2026-12-21T10:00:00.000Z',
};

function show(rows: readonly Row[]) {
  startSession('token', OFFICER);
  fake('listPayouts', () => []);
  fake('listBatches', () => []);
  fake('listStoppedPayouts', () => [...rows]);
  return renderPage(
    <MfiNameProvider value="ROI">
      <PayoutsPage />
    </MfiNameProvider>,
    { path: '/App/MFIPayouts/ROI' },
  );
}

test('R25.1: who saw the ID paper says so with a reason, and a second person is asked for', async () => {
  const asked: unknown[] = [];
  fake('enterPayoutResume', ({ query, body }) => {
    asked.push([query, body]);
    return { id: '4', state: 'entered' };
  });
  const screen = await show([STOPPED]);
  await screen.getByRole('button', { name: 'Resume payouts to Rahima Begum' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask a colleague to confirm' }).click();
  await expect.poll(() => dialog.getByRole('alert').elements().length).toBe(2);
  expect(asked).toEqual([]);
  await dialog.getByRole('checkbox', { name: /^I have seen an ID paper/ }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came with her passport');
  await dialog.getByRole('button', { name: 'Ask a colleague to confirm' }).click();
  await expect
    .element(screen.getByText('A second person has to confirm now; in an office of one, you do.'))
    .toBeVisible();
  expect(asked).toEqual([
    [
      { mfiId: '3', personId: '12' },
      { idSeen: true, reason: 'Came with her passport' },
    ],
  ]);
});

test('R34.3: the second person reads who saw what, and confirms', async () => {
  const asked: unknown[] = [];
  fake('confirmPayoutResume', ({ query, body }) => {
    asked.push([query, body]);
    return { id: '4', state: 'approved', resumesAt: '2026-11-22T10:00:00.000Z' };
  });
  const screen = await show([{ ...STOPPED, entry, mayEnter: false, mayConfirm: true }]);
  await expect.element(screen.getByText(/^Mina Rahman.* saw the ID paper/)).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm payouts to Rahima Begum' }).click();
  await expect.element(screen.getByRole('alertdialog').getByText(/Came with her passport/)).toBeVisible();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => asked).toEqual([[{ mfiId: '3', id: '4' }, { state: 'approved' }]]);
});

test('a person whose payouts go on soon, and an office without any, say so', async () => {
  const screen = await show([{ ...STOPPED, resumesAt: '2026-11-22T10:00:00.000Z', mayEnter: false }]);
  await expect.element(screen.getByText(/^Goes on from .*22/)).toBeVisible();
  expect(screen.getByRole('button', { name: /payouts to/ }).elements()).toEqual([]);
  await screen.unmount();
  const empty = await show([]);
  await expect.element(empty.getByText('Nobody’s payouts are stopped.')).toBeVisible();
});

test('R25.1: people whose payouts are stopped beyond the first page are shown on demand', async () => {
  const first = await show([]);
  await first.unmount();
  fake('listStoppedPayouts', ({ query }) =>
    query.cursor === 'later'
      ? [{ ...STOPPED, personId: '13', name: 'Amina Khatun' }]
      : pageOf<'listStoppedPayouts'>([STOPPED], 'later'),
  );
  const page = await renderPage(
    <MfiNameProvider value="ROI">
      <PayoutsPage />
    </MfiNameProvider>,
    { path: '/App/MFIPayouts/ROI' },
  );
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByRole('button', { name: 'Resume payouts to Amina Khatun' })).toBeVisible();
});

const PAYOUT: DataOf<'listPayouts'>[number] = {
  kind: 'withdrawal',
  id: '7',
  proposalId: '169',
  reference: 'RF6930001234',
  name: 'Rahima Begum',
  method: 'bank',
  last4: '0118',
  amount: 100,
  local: null,
  requestedAt: '2026-11-20T10:00:00.000Z',
  payableFrom: '2026-11-20T10:00:00.000Z',
  state: 'requested',
  batchId: null,
  warnings: ['several_people_one_account'],
  belowZero: false,
  mayRemove: false,
  mayBatch: true,
  batchRefusal: null,
  batchFrom: '2026-11-20T10:00:00.000Z',
  handSteps: [],
};

type Asked = { query: { batch?: 'none' | undefined; state?: string | undefined } };
/** The requests that wait: `alone` are in no batch, which the desk asks for. */
function waiting(alone: readonly (typeof PAYOUT)[], inBatch: readonly (typeof PAYOUT)[] = []) {
  fake('listPayouts', ({ query }: Asked) => {
    if (query.state !== 'requested') return [];
    return query.batch === 'none' ? [...alone] : [...inBatch, ...alone];
  });
}

const BATCH: DataOf<'listBatches'>[number] = {
  id: '5',
  state: 'made',
  account: 'Head office',
  currency: 'BDT',
  count: 2,
  total: '12234.56',
  sent: 0,
  enteredByName: 'Mina Rahman',
  enteredAt: '2026-11-21T10:00:00.000Z',
  approvedByName: null,
  reason: null,
  mayApprove: true,
  mayCancel: true,
};
const ACCOUNT: DataOf<'listMoneyAccounts'>[number] = {
  id: '11',
  kind: 'bank',
  currency: 'BDT',
  label: 'Head office',
  feeWords: [],
  holder: 'ROI',
  number: '9001',
  bankName: '',
  bic: '',
  upiId: '',
  qrText: '',
  forPayIn: false,
  forPayOut: true,
  instructions: { en: '', be: '', ar: '' },
  state: 'approved',
  waiting: null,
  enteredByName: null,
  enteredAt: null,
  endsAt: null,
  mayConfirm: false,
};

test('the requests that are ticked become a batch of the account that pays (R25.3)', async () => {
  const sent: unknown[] = [];
  const screen = await show([]);
  await screen.unmount();
  waiting(
    [PAYOUT, { ...PAYOUT, id: '8', name: 'Amina', mayBatch: false, belowZero: true }],
    [{ ...PAYOUT, id: '9', batchId: '5' }],
  );
  fake('listMoneyAccounts', () => [ACCOUNT, { ...ACCOUNT, id: '12', forPayOut: false }]);
  fake('makeBatch', ({ query, body }) => {
    sent.push([query, body]);
    return { id: '6', state: 'made', count: 1, total: '12234.56' };
  });
  const page = await renderPage(
    <MfiNameProvider value="ROI">
      <PayoutsPage />
    </MfiNameProvider>,
    { path: '/App/MFIPayouts/ROI' },
  );
  await expect.element(page.getByText('Several people, one account').first()).toBeVisible();
  await expect.element(page.getByText('Their credit below zero')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Tick what is to be sent' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Rahima Begum' }).click();
  await page.getByRole('button', { name: 'Make a batch of 1 request' }).click();
  await expect.element(page.getByText(/^The batch is made/)).toBeInTheDocument();
  expect(sent).toEqual([[{ mfiId: '3' }, { accountId: '11', items: [{ kind: 'withdrawal', id: '7' }] }]]);
});

test('the requests to send have names on paper too', async () => {
  const screen = await show([]);
  await screen.unmount();
  waiting([PAYOUT]);
  fake('listMoneyAccounts', () => [ACCOUNT]);
  const page = await renderPage(
    <MfiNameProvider value="ROI">
      <PayoutsPage />
    </MfiNameProvider>,
    { path: '/App/MFIPayouts/ROI' },
  );
  await expect.element(page.getByRole('checkbox', { name: 'Rahima Begum' })).toBeVisible();
  const names = page.getByRole('table').getByText('Rahima Begum');
  const shown = () => names.elements().filter((name) => name.getClientRects().length > 0).length;
  expect(shown()).toBe(1);
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    await expect.element(page.getByRole('checkbox', { name: 'Rahima Begum' })).not.toBeInTheDocument();
    expect(shown()).toBe(1);
  } finally {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  }
});

test('a second person approves a batch after a question, and says later under which number the bank sent it (R25.3)', async () => {
  const changed: unknown[] = [];
  let batch = BATCH;
  const first = await show([]);
  await first.unmount();
  waiting([], [{ ...PAYOUT, batchId: '5' }]);
  fake('listBatches', () => [batch]);
  fake('changeBatch', ({ body }) => {
    changed.push(body);
    batch = { ...batch, state: 'approved', mayApprove: false };
    return { id: '5', state: 'approved' };
  });
  const page = await renderPage(
    <MfiNameProvider value="ROI">
      <PayoutsPage />
    </MfiNameProvider>,
    { path: '/App/MFIPayouts/ROI' },
  );
  await page.getByRole('button', { name: 'Approve the batch' }).click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/2 requests.*BDT.12,234\.56/);
  await page.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(page.getByRole('button', { name: 'File for the bank' })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await page.getByRole('dialog').getByLabelText('Reference').fill('TX-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
  await expect.poll(() => changed).toHaveLength(2);
  expect(changed).toEqual([{ state: 'approved' }, { sent: [{ kind: 'withdrawal', id: '7', bankReference: 'TX-1' }] }]);
});

test('R25.3: what there is to look at stands beside a request where its batch is approved', async () => {
  const first = await show([]);
  await first.unmount();
  const warnings = ['new_account' as const, 'name_differs' as const, 'several_people_one_account' as const];
  waiting([], [{ ...PAYOUT, batchId: '5', warnings }]);
  fake('listBatches', () => [BATCH]);
  const page = await renderPage(
    <MfiNameProvider value="ROI">
      <PayoutsPage />
    </MfiNameProvider>,
    { path: '/App/MFIPayouts/ROI' },
  );
  await expect
    .element(page.getByRole('table', { name: 'To be sent with batch 5' }))
    .toMatchTextContent(/Rahima Begum.*New account.*Another name.*Several people, one account/);
});

test('R25.9 another person takes a request out of a batch with a reason, and the kind of each is said', async () => {
  const removed: unknown[] = [];
  const first = await show([]);
  await first.unmount();
  const credit = { kind: 'payout' as const, proposalId: null, name: 'Amina', mayRemove: true };
  const inBatch5 = [
    { ...PAYOUT, batchId: '5' },
    { ...PAYOUT, ...credit, batchId: '5' },
  ];
  waiting([{ ...PAYOUT, ...credit }], inBatch5);
  fake('listBatches', () => [BATCH]);
  fake('listMoneyAccounts', () => [ACCOUNT]);
  fake('changeBatch', ({ body }) => {
    removed.push(body.remove);
    return { id: '5', state: 'made' };
  });
  const page = await renderPage(
    <MfiNameProvider value="ROI">
      <PayoutsPage />
    </MfiNameProvider>,
    { path: '/App/MFIPayouts/ROI' },
  );
  await expect
    .element(page.getByRole('table', { name: 'To be sent', exact: true }))
    .toMatchTextContent(/Credit of a backer/);
  const inBatch = page.getByRole('table', { name: 'To be sent with batch 5' });
  await expect.element(inBatch).toMatchTextContent(/Rahima Begum.*Money of a loan.*Amina.*Credit of a backer/);
  expect(inBatch.getByRole('button', { name: /^Take out/ }).elements()).toHaveLength(1);
  await inBatch.getByRole('button', { name: 'Take out Amina' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Take out' }).click();
  expect(removed).toEqual([]);
  await dialog.getByLabelText('Reason').fill('Her account is closed');
  await dialog.getByRole('button', { name: 'Take out' }).click();
  await expect.poll(() => removed).toEqual([[{ kind: 'payout', id: '7', reason: 'Her account is closed' }]]);
});

const CASH: typeof PAYOUT = {
  ...PAYOUT,
  kind: 'payout',
  proposalId: null,
  name: 'Amina Khatun',
  method: 'cash_at_office',
  amount: 15,
  warnings: [],
  mayBatch: false,
  batchRefusal: 'wrong_account',
  handSteps: ['sent', 'rejected'],
};
const showRequests = async (rows: readonly (typeof PAYOUT)[]) => {
  const first = await show([]);
  await first.unmount();
  fake('listPayouts', ({ query }) => rows.filter(({ state }) => state === query.state));
  fake('findMfi', () => ROI);
  fake('listMoneyAccounts', () => [
    { ...ACCOUNT, currency: 'USD' },
    { ...ACCOUNT, id: '12', kind: 'till', label: 'Counter', currency: 'USD', forPayOut: false },
    { ...ACCOUNT, id: '13', kind: 'bank', label: 'For pay-ins', forPayOut: false },
  ]);
  return renderPage(
    <MfiNameProvider value="ROI">
      <PayoutsPage />
    </MfiNameProvider>,
    { path: '/App/MFIPayouts/ROI' },
  );
};

test('credit asked out in cash is marked as sent by the till, its number and its day (R25.4)', async () => {
  const changed: unknown[] = [];
  fake('updatePayout', ({ query, body }) => {
    changed.push([query, body]);
    return {} as never;
  });
  const page = await showRequests([CASH]);
  await expect.element(page.getByText('Not by a batch: it is sent by hand')).toBeVisible();
  await page.getByRole('button', { name: /^Mark as sent.*Amina Khatun/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/\$15.*Cash at the office.*••••0118/);
  await expect.element(dialog.getByLabelText('Paid from')).toHaveValue('12');
  expect(
    dialog
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Counter'), expect.stringContaining('Head office')]);
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  expect(changed).toEqual([]);
  await dialog.getByLabelText('Reference').fill('R-17');
  await dialog.getByLabelText('Sent on').fill('2026-02-12');
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect.element(page.getByText('Marked as sent.')).toBeInTheDocument();
  expect(changed).toEqual([
    [
      { id: '7', mfiId: '3' },
      { state: 'sent', accountId: '12', bankReference: 'R-17', sentOn: '2026-02-12' },
    ],
  ]);
});

test('R25.4: a request is not marked as sent before it is known which accounts pay, and they can be asked for again', async () => {
  const page = await showRequests([CASH]);
  fake('listMoneyAccounts', () => BROKEN);
  await page.getByRole('button', { name: /^Mark as sent.*Amina Khatun/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Mark as sent' })).toBeDisabled();
  fake('listMoneyAccounts', () => [{ ...ACCOUNT, currency: 'USD' }]);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByLabelText('Paid from')).toHaveValue(ACCOUNT.id);
  await expect.element(dialog.getByRole('button', { name: 'Mark as sent' })).toBeEnabled();
  await dialog.getByLabelText('Reference').fill('x'.repeat(121));
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect.element(dialog.getByText('1 character too many')).toBeVisible();
});

test('R25.4: what there is to look at stands where credit is sent by hand', async () => {
  const page = await showRequests([{ ...CASH, warnings: ['new_account', 'name_differs'] }]);
  await page.getByRole('button', { name: /^Mark as sent.*Amina Khatun/ }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/New account.*Another name/);
});

test('staff see the whole number of credit before they send it, and refuse it with a reason (R25.2, R25.4)', async () => {
  const asked: unknown[] = [];
  fake('showPayout', ({ body }) => {
    asked.push(body);
    return { accountName: 'Amina Khatun', accountNumber: 'A 1230118', bankName: null, branch: null };
  });
  fake('updatePayout', ({ body }) => {
    asked.push(body);
    return {} as never;
  });
  const page = await showRequests([CASH]);
  await page.getByRole('button', { name: /^Mark as sent/ }).click();
  await page.getByRole('button', { name: 'Show the whole number' }).click();
  const number = page.getByRole('dialog', { name: 'Show the whole number' });
  await number.getByLabelText('Reason').fill('Compared with her passport');
  await number.getByRole('button', { name: 'Show it' }).click();
  await expect.element(number.getByText('A 1230118')).toBeVisible();
  await number.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Reject.*Amina Khatun/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Reject this request/ });
  await dialog.getByLabelText('Reason').fill('Come with your passport');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect
    .poll(() => asked)
    .toEqual([
      { kind: 'payout', id: '7', reason: 'Compared with her passport' },
      { state: 'rejected', reason: 'Come with your passport' },
    ]);
});

test('staff say of what was sent that it came back, also after it was received (R25.4)', async () => {
  const changed: unknown[] = [];
  fake('updatePayout', ({ body }) => {
    changed.push(body);
    return {} as never;
  });
  const loan = { ...PAYOUT, state: 'sent' as const };
  const received = { ...CASH, state: 'confirmed' as const, handSteps: ['failed' as const] };
  const page = await showRequests([loan, received]);
  const past = page.getByRole('table', { name: 'Sent and closed requests' });
  await expect.element(past).toMatchTextContent(/Rahima Begum.*Money of a loan.*RF69 3000 1234/);
  await expect
    .element(past.getByRole('link', { name: /^Loan.*Rahima Begum/ }))
    .toHaveAttribute('href', '/App/proposal?mfi=ROI&id=169');
  await page.getByRole('radio', { name: 'Received' }).click();
  await past.getByRole('button', { name: /^It did not arrive.*Amina Khatun/ }).click();
  const dialog = page.getByRole('dialog', { name: /^The money did not arrive/ });
  await dialog.getByLabelText('Reason').fill('The wallet is closed');
  await dialog.getByRole('button', { name: 'It did not arrive' }).click();
  await expect.poll(() => changed).toEqual([{ state: 'failed', reason: 'The wallet is closed' }]);
  await page.getByRole('radio', { name: 'Taken back' }).click();
  await expect.element(page.getByText('No request is in this state.')).toBeVisible();
});

test.each([
  ['cooling_off', /^Can be in a batch from .*20/],
  ['second_person_needed', 'Your own: a colleague sends it'],
  ['frozen', 'Stopped: nothing is paid out'],
  ['payouts_stopped', 'Payouts to this person are stopped'],
] as const)('a request that is in no batch says why: %s (R25.3)', async (batchRefusal, words) => {
  const page = await showRequests([{ ...CASH, batchRefusal, handSteps: [] }]);
  await expect.element(page.getByText(words)).toBeVisible();
});
