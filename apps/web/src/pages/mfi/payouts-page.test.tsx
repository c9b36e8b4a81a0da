import { expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
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
};
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
  fake('listPayouts', ({ query }) => [
    PAYOUT,
    { ...PAYOUT, id: '8', name: 'Amina', mayBatch: false, belowZero: true },
    ...(query.batch === 'none' ? [] : [{ ...PAYOUT, id: '9', batchId: '5' }]),
  ]);
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
  fake('listPayouts', () => [PAYOUT]);
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
  fake('listPayouts', ({ query }) => (query.batch === 'none' ? [] : [{ ...PAYOUT, batchId: '5' }]));
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

test('R25.9 another person takes a request out of a batch with a reason, and the kind of each is said', async () => {
  const removed: unknown[] = [];
  const first = await show([]);
  await first.unmount();
  const credit = { kind: 'payout' as const, name: 'Amina', mayRemove: true };
  const inBatch5 = [
    { ...PAYOUT, batchId: '5' },
    { ...PAYOUT, ...credit, batchId: '5' },
  ];
  fake('listPayouts', ({ query }) => [...(query.batch === 'none' ? [] : inBatch5), { ...PAYOUT, ...credit }]);
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
