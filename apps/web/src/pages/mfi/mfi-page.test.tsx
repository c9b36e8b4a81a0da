import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { PENDING_PAYMENT } from '../../test/payments.ts';
import { renderPage } from '../../test/render-page.tsx';
import MfiPage from './mfi-page.tsx';

const dollars = (amount: string) => [{ amount, currency: 'USD' as const }];
const box = (count: number) => ({
  count,
  balance: count * 10,
  amount: count * 100,
  sums: { balance: dollars(`${count * 10}`), amount: dollars(`${count * 100}`) },
});
const entry = {
  proposalId: '169',
  title: 'Sewing machine',
  userName: 'Rahima Begum',
  place: 'Gosaba',
  amount: 100,
  local: null as DataOf<'mfiQueues'>['toApprove']['entries'][number]['local'],
  waitingSince: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  officerId: null as string | null,
  awaitsAnother: false,
};
const none = { count: 0, oldestAt: null, entries: [] };
const queues: DataOf<'mfiQueues'> = {
  toApprove: { count: 1, oldestAt: entry.waitingSince, entries: [entry] },
  toRelease: none,
  withdrawalsToSend: none,
  paymentsToApprove: { count: 1, oldestAt: entry.waitingSince, entries: [{ ...entry, amount: 8.33, paymentId: '4' }] },
  cannotPay: none,
  reportsCount: 2,
  officers: [
    { id: OFFICER.id, name: 'Nadia Islam' },
    { id: '91', name: 'Kamal Hossain' },
  ],
};

const LATENESS: DataOf<'findMfiPortfolio'> = {
  loansCount: 3,
  outstanding: 200,
  sums: dollars('200'),
  par30: 0.25,
  late: none,
  buckets: [
    { bucket: '1-30', loansCount: 0, outstanding: 0, sums: [] },
    { bucket: '31-60', loansCount: 1, outstanding: 50, sums: dollars('50') },
    { bucket: '61-90', loansCount: 0, outstanding: 0, sums: [] },
    { bucket: '>90', loansCount: 0, outstanding: 0, sums: [] },
  ],
};

const approved = (id: string): DataOf<'approvePayment'> => ({
  ...PENDING_PAYMENT,
  id,
  amount: 8.33,
  isApproved: true,
  state: 'approved',
  decidedAt: '2026-11-21T10:00:00.000Z',
  proposal: { status: 5, outstandingAmount: 50 },
});

const before = { width: innerWidth, height: innerHeight };
// A phone leaves out what a row can do.
beforeEach(() => page.viewport(1280, 900));
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(before.width, before.height);
});

function dashboard({ statuses = [] as (string | undefined)[], waiting = queues, late = LATENESS.late } = {}) {
  startSession('token', OFFICER);
  fake('findMfi', () => ({ ...ROI, localCurrency: 'INR' }));
  fake('mfiStats', () => ({ inProgress: box(1), active: box(2), repaid: box(3) }));
  fake('mfiQueues', () => waiting);
  fake('findMfiPortfolio', () => ({ ...LATENESS, late }));
  fake('listMfiProposals', ({ query }) => {
    statuses.push(query.status);
    return query.status === '6' ? [] : [SEWING_MACHINE];
  });
  return renderPage(
    <MfiNameProvider value="ROI">
      <MfiPage />
    </MfiNameProvider>,
    { path: '/App/MFIProposals/ROI' },
  );
}

const openTab = (screen: Awaited<ReturnType<typeof dashboard>>, name: RegExp) =>
  screen.getByRole('tab', { name }).click();

test('R11.3: each box shows the list below filtered, and pressing it again shows all loans', async () => {
  const statuses: (string | undefined)[] = [];
  const screen = await dashboard({ statuses });
  const repaid = screen.getByRole('button', { name: /^Repaid/ });
  await repaid.click();
  await expect.element(screen.getByText('no data to show')).toBeVisible();
  await expect.element(repaid).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: /^Active/ }).click();
  await expect.element(screen.getByRole('article')).toBeVisible();
  expect(statuses).toEqual(['6', '3,4,5,6']);
  await screen.getByRole('button', { name: /^Active/ }).click();
  await expect.element(screen.getByRole('radio', { name: 'All' })).toBeChecked();
});

test('a queue says how much waits and since when', async () => {
  const screen = await dashboard();
  await expect.element(screen.getByRole('tab', { name: 'To approve: 1' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByText('Oldest: 3 days ago')).toBeVisible();
});

test('a queue that is longer than its page says so', async () => {
  const screen = await dashboard({ waiting: { ...queues, toApprove: { ...queues.toApprove, count: 73 } } });
  await expect
    .element(screen.getByText('Here are the oldest 1 of 73. The next ones come when these are done.'))
    .toBeVisible();
  expect(screen.getByText(/^Here are the oldest/).elements()).toHaveLength(1);
});

test('R27.3: the queue of late loans says whom to call, what was said last and the next step', async () => {
  const late = {
    ...entry,
    phone: '+8801711000000',
    isPhoneConfirmed: true,
    daysLate: 40,
    lastContact: { way: 'call', outcome: 'promised', promisedOn: '2026-11-20', at: '2026-11-10T06:00:00.000Z' },
    nextStep: 'promise_broken',
  } as const;
  fake('listContacts', () => []);
  const screen = await dashboard({ late: { count: 1, oldestAt: entry.waitingSince, entries: [late] } });
  await openTab(screen, /^Late: 1$/);
  const row = screen.getByRole('table', { name: 'Late' }).getByRole('row').last();
  await expect.element(row.getByRole('link', { name: 'Call Rahima Begum: +8801711000000' })).toBeVisible();
  await expect.element(row).toMatchTextContent(/promised for .*20\/11\/2026/);
  await expect.element(row).toMatchTextContent(/Promise not kept: ask again/);
  await row.getByRole('button', { name: 'Note a contact with Rahima Begum about “Sewing machine”' }).click();
  await expect.element(screen.getByRole('dialog', { name: /Contact with .*Rahima Begum/ })).toBeVisible();
});

test('a payment is approved from its queue', async () => {
  const asked: unknown[] = [];
  fake('approvePayment', ({ query }) => {
    asked.push(query);
    return { refusal: 'already_approved' };
  });
  const screen = await dashboard();
  await openTab(screen, /^Payments to approve: 1$/);
  await screen.getByRole('button', { name: 'Approve the payment of $8.33 for “Sewing machine”' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Approve the payment of $8.33 Sewing machine' });
  await question.getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => asked).toEqual([{ proposalId: '169', id: '4' }]);
});

test('staff read local money first in a queue, and in the question before a decision (R23.7)', async () => {
  const local = { amount: '700.00', currency: 'INR' } as const;
  const entries = [{ ...entry, amount: 8.33, local, paymentId: '4' }];
  const waiting = { ...queues, paymentsToApprove: { ...queues.paymentsToApprove, entries } };
  const screen = await dashboard({ waiting });
  await openTab(screen, /^Payments to approve: 1$/);
  await expect.element(screen.getByText('INR 700.00 ($8.33)', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Approve the payment of INR 700.00 ($8.33) for “Sewing machine”' }).click();
  const question = screen.getByRole('alertdialog', {
    name: 'Approve the payment of INR 700.00 ($8.33) Sewing machine',
  });
  await expect.element(question).toBeVisible();
});

test('specification 2: people without an MFI are told so, with a way home', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(<MfiPage />, { path: '/App/MFIProposals' });
  await expect.element(screen.getByRole('heading', { name: "You Don't have Access to this page" })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/App/Home');
});

const payment = (paymentId: string, title: string, amount: number) => ({ ...entry, paymentId, title, amount });
const threePayments: DataOf<'mfiQueues'> = {
  ...queues,
  toApprove: none,
  paymentsToApprove: {
    count: 3,
    oldestAt: entry.waitingSince,
    entries: [payment('4', 'Sewing machine', 8.33), payment('5', 'A loom', 25), payment('6', 'Two goats', 10.1)],
  },
};

test('R10.3: many payments are approved after one question; a failure stops none of the others and is told by itself', async () => {
  const asked: { id: string; key: string | null }[] = [];
  fake('approvePayment', ({ query, key }) => {
    asked.push({ id: query.id, key });
    return query.id === '5' ? { refusal: 'already_approved' } : approved(query.id);
  });
  const screen = await dashboard({ waiting: threePayments });
  await expect.element(screen.getByRole('button', { name: 'Approve selected' })).toBeDisabled();
  await screen.getByRole('checkbox', { name: 'Select all' }).click();
  await screen.getByRole('button', { name: 'Approve 3 payments' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Approve 3 payments, $43.43 in all' });
  await question.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('alert').getByText(/^“A loom”, \$25: /)).toBeVisible();
  await expect.element(screen.getByText('2 payments approved, $18.43 in all').first()).toBeVisible();
  expect(asked.map(({ id }) => id)).toEqual(['4', '5', '6']);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
});

test('R23.7: payments of several loans are summed by their money', async () => {
  const [machine, ...others] = threePayments.paymentsToApprove.entries as [typeof entry & { paymentId: string }];
  const inTaka = { ...machine, local: { amount: '1020.00', currency: 'BDT' as const } };
  const waiting = { ...threePayments.paymentsToApprove, entries: [inTaka, ...others] };
  const screen = await dashboard({ waiting: { ...threePayments, paymentsToApprove: waiting } });
  await screen.getByRole('checkbox', { name: 'Select all' }).click();
  await screen.getByRole('button', { name: 'Approve 3 payments' }).click();
  const name = 'Approve 3 payments, BDT 1,020.00 · $35.10 in all';
  await expect.element(screen.getByRole('alertdialog', { name })).toBeVisible();
});

test('R10.3: which were approved and why one was not stays in sight when only that one is left', async () => {
  const { entries } = threePayments.paymentsToApprove;
  const [loom] = entries.slice(1, 2);
  const waiting = { ...threePayments, paymentsToApprove: { ...threePayments.paymentsToApprove } };
  fake('approvePayment', ({ query }) => {
    waiting.paymentsToApprove = { count: 1, oldestAt: entry.waitingSince, entries: [loom!] };
    return query.id === '5' ? BROKEN : approved(query.id);
  });
  const screen = await dashboard({ waiting });
  await screen.getByRole('checkbox', { name: 'Select all' }).click();
  await screen.getByRole('button', { name: 'Approve 3 payments' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('alert').getByText(/^“A loom”, \$25: /)).toBeVisible();
  const outcome = screen.getByRole('status').filter({ hasText: 'Two goats' });
  await expect.element(outcome.getByText('2 payments approved, $18.43 in all')).toBeVisible();
  await expect.element(outcome.getByRole('listitem').first()).toHaveTextContent('Sewing machine · $8.33');
  await expect.element(screen.getByRole('checkbox', { name: 'Select all' })).not.toBeInTheDocument();
});

test('a payment whose answer got lost is sent again under the same key', async () => {
  const keys: (string | null)[] = [];
  fake('approvePayment', ({ query, key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : approved(query.id);
  });
  const screen = await dashboard({ waiting: threePayments });
  await screen.getByRole('checkbox', { name: 'Select “Two goats”, $10.10' }).click();
  for (let times = 0; times < 2; times += 1) {
    await screen.getByRole('button', { name: 'Approve 1 payment' }).click();
    await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
    await expect.poll(() => keys.length).toBe(times + 1);
    if (times === 0) await expect.element(screen.getByRole('alert')).toBeVisible();
  }
  expect(keys[1]).toBe(keys[0]);
});

test('a row opens the facts of its proposal and the events with their actors', async () => {
  fake('findProposal', () => SEWING_MACHINE);
  fake('proposalHistory', () => [
    {
      id: '1',
      kind: 'published',
      fromStatus: 1,
      toStatus: 2,
      at: '2026-11-20T10:00:00.000Z',
      actorName: 'Rahima Begum',
      reason: null,
      note: null,
      before: null,
      amount: null,
      local: null,
    },
    {
      id: '2',
      kind: 'withdrawal_sent',
      fromStatus: null,
      toStatus: null,
      at: '2026-11-19T10:00:00.000Z',
      actorName: 'Officer Rahman',
      reason: null,
      note: 'TX-77',
      before: null,
      amount: 80,
      local: { amount: '9788.00', currency: 'BDT' },
    },
  ]);
  const screen = await dashboard();
  await openTab(screen, /^Payments/);
  await screen.getByRole('link', { name: 'Sewing machine' }).click();
  const panel = screen.getByRole('dialog', { name: 'Before you decide' });
  await expect.element(panel.getByText('A second machine for school uniforms.')).toBeVisible();
  const list = panel.getByRole('list', { name: 'History' });
  await expect.element(list.getByText(/Rahima Begum/)).toBeVisible();
  await expect.element(list.getByText(/Money sent$/)).toBeVisible();
  await expect.element(list.getByText(/Officer Rahman · BDT 9,788\.00 \(\$80\)$/)).toBeVisible();
  await expect.element(list.getByText('reference TX-77')).toBeVisible();
});

test('R10.7, R11.4: the outstanding amount, by how late it is, as a bar with a label for each part', async () => {
  const screen = await dashboard();
  await expect.element(screen.getByRole('img', { name: 'On time: 75%, 31 to 60 days late: 25%' })).toBeVisible();
  const parts = screen.getByRole('list', { name: 'What is outstanding, by how late it is' }).getByRole('listitem');
  await expect.element(parts.first()).toHaveTextContent('On time · $150 · 75% · 2 loans');
  await expect.element(parts.last()).toHaveTextContent('31 to 60 days late · $50 · 25% · 1 loan');
  expect(parts.elements()).toHaveLength(2);
});

test('the office downloads all of its lists as files', async () => {
  const asked: unknown[] = [];
  fake('exportMfi', ({ query }) => {
    asked.push(query);
    return new Response('id', { headers: { 'content-type': 'text/csv' } });
  });
  const kept: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push(this.download);
  });
  const screen = await dashboard();
  for (const name of [
    'Loans, CSV',
    'Payments, CSV',
    'Ledger, CSV',
    'Monthly statement, CSV',
    'Exchange gain by month, CSV',
  ])
    await screen.getByRole('button', { name }).click();
  await expect
    .poll(() => kept)
    .toEqual(['loans', 'payments', 'ledger', 'months', 'gains'].map((what) => `sathi-${what}.csv`));
  expect(asked).toEqual(['loans', 'payments', 'ledger', 'months', 'gains'].map((what) => ({ mfiId: '3', what })));
});

test('R25.1: a withdrawal whose account rests says so in the place of its button', async () => {
  const resting = {
    ...entry,
    withdrawalId: '8',
    payableFrom: '2026-11-23T10:00:00.000Z',
    isResting: true,
    isStopped: false,
  };
  const rested = { ...resting, withdrawalId: '9', title: 'A loom', isResting: false };
  const screen = await dashboard({
    waiting: { ...queues, withdrawalsToSend: { count: 2, oldestAt: entry.waitingSince, entries: [resting, rested] } },
  });
  await openTab(screen, /^Withdrawals to send: 2$/);
  await expect.element(screen.getByText(/^It still rests, and can be sent from .*23/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Mark .*as sent.*A loom/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /as sent/ }).elements()).toHaveLength(1);
});

const LOOM = {
  ...entry,
  proposalId: '170',
  title: 'A loom',
  userName: 'Asha Devi',
  amount: 900,
  officerId: OFFICER.id,
};
const GOATS = { ...entry, proposalId: '171', title: 'Two goats', amount: 40 };
const waitingOf = (...entries: (typeof entry)[]) => ({ count: entries.length, oldestAt: entry.waitingSince, entries });
const titles = (screen: Awaited<ReturnType<typeof dashboard>>) =>
  screen
    .getByRole('table')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);

test('a press on a header orders the rows by it, another turns them round, a third gives back the oldest first', async () => {
  const screen = await dashboard({ waiting: { ...queues, toApprove: waitingOf(entry, LOOM, GOATS) } });
  const amount = screen.getByRole('button', { name: 'Amount' });
  const orders = [];
  for (let times = 0; times < 3; times += 1) {
    await amount.click();
    orders.push([
      screen.getByRole('columnheader', { name: 'Amount' }).element().getAttribute('aria-sort'),
      ...titles(screen),
    ]);
  }
  expect(orders).toEqual([
    ['ascending', 'Two goats', 'Sewing machine', 'A loom'],
    ['descending', 'A loom', 'Sewing machine', 'Two goats'],
    ['none', 'Sewing machine', 'A loom', 'Two goats'],
  ]);
});

test('a proposal is given to a member of staff, and each sees their own alone', async () => {
  const asked: unknown[] = [];
  fake('assignOfficer', ({ query, body }) => {
    asked.push({ ...query, ...(body as object) });
    return { id: '169', officerId: '91', area: null };
  });
  const screen = await dashboard({ waiting: { ...queues, toApprove: waitingOf(entry, LOOM) } });
  await screen.getByRole('combobox', { name: 'Who looks after “Sewing machine”' }).selectOptions('Kamal Hossain');
  await expect.poll(() => asked).toEqual([{ proposalId: '169', officerId: '91' }]);
  await screen.getByRole('checkbox', { name: 'Only mine' }).click();
  expect(titles(screen)).toEqual(['A loom']);
});

test('the member of staff who approved a loan is not offered its release where another decides (R34.3)', async () => {
  const screen = await dashboard({
    waiting: { ...queues, toRelease: waitingOf({ ...entry, awaitsAnother: true }, LOOM) },
  });
  await openTab(screen, /^Ready to release: 2$/);
  await expect.element(screen.getByText('Another person decides')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Release funds/ }).elements()).toHaveLength(1);
});
