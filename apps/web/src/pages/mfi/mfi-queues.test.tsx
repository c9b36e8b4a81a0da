import { expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { ENTRY, NONE, openTab, QUEUES, type Screen, useDashboard } from '../../test/mfi-dashboard.tsx';
import { OFFICER } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';

const dashboard = useDashboard();

test('a queue says how much waits and since when', async () => {
  const screen = await dashboard();
  await expect.element(screen.getByRole('tab', { name: 'To approve: 1' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByText('Oldest: 3 days ago')).toBeVisible();
});

test('a queue that is longer than its page says so', async () => {
  const screen = await dashboard({ waiting: { ...QUEUES, toApprove: { ...QUEUES.toApprove, count: 73 } } });
  await expect
    .element(screen.getByText('Here are the oldest 1 of 73. The next ones come when these are done.'))
    .toBeVisible();
  expect(screen.getByText(/^Here are the oldest/).elements()).toHaveLength(1);
});

test('R27.3: the queue of late loans says whom to call, what was said last and the next step', async () => {
  const late = {
    ...ENTRY,
    phone: '+8801711000000',
    isPhoneConfirmed: true,
    daysLate: 40,
    lastContact: { way: 'call', outcome: 'promised', promisedOn: '2026-11-20', at: '2026-11-10T06:00:00.000Z' },
    nextStep: 'promise_broken',
  } as const;
  fake('listContacts', () => []);
  const screen = await dashboard({ late: { count: 1, oldestAt: ENTRY.waitingSince, entries: [late] } });
  await openTab(screen, /^Late: 1$/);
  const row = screen.getByRole('table', { name: 'Late' }).getByRole('row').last();
  await expect.element(row.getByRole('link', { name: 'Call Rahima Begum: +8801711000000' })).toBeVisible();
  await expect.element(row).toMatchTextContent(/promised for .*20\/11\/2026/);
  await expect.element(row).toMatchTextContent(/Promise not kept: ask again/);
  await row.getByRole('button', { name: 'Note a contact with Rahima Begum about “Sewing machine”' }).click();
  await expect.element(screen.getByRole('dialog', { name: /Contact with .*Rahima Begum/ })).toBeVisible();
});

test('R13.4: the queue of late loans offers no call to a former member', async () => {
  const gone = { ...ENTRY, userName: 'Former member', phone: '', isPhoneConfirmed: true, daysLate: 400 } as const;
  const late = { ...gone, lastContact: null, nextStep: 'first_contact' } as const;
  const screen = await dashboard({ late: { count: 1, oldestAt: ENTRY.waitingSince, entries: [late] } });
  await openTab(screen, /^Late: 1$/);
  const row = screen.getByRole('table', { name: 'Late' }).getByRole('row').last();
  await expect.element(row).toMatchTextContent(/Former member/);
  expect(row.getByRole('link', { name: /^Call/ }).elements()).toEqual([]);
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

test('R25.1: a withdrawal whose account rests says so in the place of its button', async () => {
  const resting = {
    ...ENTRY,
    withdrawalId: '8',
    payableFrom: '2026-11-23T10:00:00.000Z',
    isResting: true,
    isStopped: false,
  };
  const rested = { ...resting, withdrawalId: '9', title: 'A loom', isResting: false };
  const screen = await dashboard({
    waiting: { ...QUEUES, withdrawalsToSend: { count: 2, oldestAt: ENTRY.waitingSince, entries: [resting, rested] } },
  });
  await openTab(screen, /^Withdrawals to send: 2$/);
  await expect.element(screen.getByText(/^It still rests, and can be sent from .*23/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Mark .*as sent.*A loom/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /as sent/ }).elements()).toHaveLength(1);
});

test('R25.4: credit that is asked out is counted among the withdrawals, with a link to the payouts', async () => {
  const sixDaysAgo = new Date(Date.now() - 6 * 86_400_000).toISOString();
  const screen = await dashboard({ waiting: { ...QUEUES, payoutsToSend: { count: 2, oldestAt: sixDaysAgo } } });
  await openTab(screen, /^Withdrawals to send: 2$/);
  const payouts = screen.getByRole('link', { name: 'Credit of backers to pay out: 2' });
  await expect.element(payouts).toHaveAttribute('href', '/App/MFIPayouts/ROI');
  await expect.element(screen.getByText('Oldest: 6 days ago')).toBeVisible();
  expect(screen.getByText('Nothing is waiting here.').elements()).toEqual([]);
});

const REQUESTED: DataOf<'listWithdrawals'>[number] = {
  id: '8',
  proposalId: '169',
  amount: 100,
  local: null,
  state: 'requested',
  method: 'bank',
  accountName: 'Rahima Begum',
  accountNumber: '••••4321',
  bankName: 'Grameen',
  branch: null,
  reference: 'RF6930001234',
  bankReference: null,
  reason: null,
  requestedAt: '2026-11-20T10:00:00.000Z',
  payableFrom: '2026-11-20T10:00:00.000Z',
  isResting: false,
  isStopped: false,
  isDisowned: false,
  notMeToken: null,
  destinationSince: '2026-11-20T10:00:00.000Z',
  sessionSince: null,
  warnings: [],
  sentAt: null,
  confirmedAt: null,
};

test('R25: a withdrawal to be sent can be opened after a failed press, and says when it no longer waits', async () => {
  const toSend = {
    ...ENTRY,
    withdrawalId: '8',
    payableFrom: '2026-11-20T10:00:00.000Z',
    isResting: false,
    isStopped: false,
  };
  fake('listWithdrawals', () => BROKEN);
  fake('listMoneyAccounts', () => []);
  const withdrawalsToSend = { count: 1, oldestAt: ENTRY.waitingSince, entries: [toSend] };
  const screen = await dashboard({ waiting: { ...QUEUES, withdrawalsToSend } });
  await openTab(screen, /^Withdrawals to send: 1$/);
  const button = screen.getByRole('button', { name: /^Mark as sent.*Sewing machine/ });
  await button.click();
  await expect.element(screen.getByRole('table').getByRole('alert')).toMatchTextContent(/check your network/);
  fake('listWithdrawals', () => [REQUESTED]);
  await button.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Rahima Begum')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  fake('listWithdrawals', () => [{ ...REQUESTED, state: 'cancelled' }]);
  await button.click();
  await expect.element(screen.getByText('This request no longer waits to be sent.')).toBeVisible();
  expect(dialog.elements()).toEqual([]);
});

const LOOM = {
  ...ENTRY,
  proposalId: '170',
  title: 'A loom',
  userName: 'Asha Devi',
  amount: 900,
  officerId: OFFICER.id,
};

const GOATS = { ...ENTRY, proposalId: '171', title: 'Two goats', amount: 40 };

const waitingOf = (...entries: (typeof ENTRY)[]) => ({
  count: entries.length,
  oldestAt: ENTRY.waitingSince,
  entries,
});

const titles = (screen: Screen) =>
  screen
    .getByRole('table')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);

test('a press on a header orders the rows by it, another turns them round, a third gives back the oldest first', async () => {
  const screen = await dashboard({ waiting: { ...QUEUES, toApprove: waitingOf(ENTRY, LOOM, GOATS) } });
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

test('a proposal is given to a member of staff', async () => {
  const asked: unknown[] = [];
  fake('assignOfficer', ({ query, body }) => {
    asked.push({ ...query, ...(body as object) });
    return { id: '169', officerId: '91', area: null };
  });
  const screen = await dashboard({ waiting: { ...QUEUES, toApprove: waitingOf(ENTRY, LOOM) } });
  await screen.getByRole('combobox', { name: 'Who looks after “Sewing machine”' }).selectOptions('Kamal Hossain');
  await expect.poll(() => asked).toEqual([{ proposalId: '169', officerId: '91' }]);
});

test('Only mine asks for all that its reader looks after, page by page', async () => {
  const far = { ...LOOM, proposalId: '900', title: 'A far loom' };
  const asked: unknown[] = [];
  const screen = await dashboard({ waiting: { ...QUEUES, toApprove: { ...waitingOf(ENTRY, LOOM), count: 90 } } });
  const queues = (entry: typeof ENTRY, nextCursor: string | null) => ({
    ...QUEUES,
    toApprove: { ...waitingOf(entry), count: 2 },
    nextCursor,
  });
  fake('mfiQueues', ({ query }) => {
    asked.push([query.mine, query.cursor]);
    return query.cursor === 'next' ? queues(far, null) : queues(LOOM, 'next');
  });
  const mine = screen.getByRole('checkbox', { name: 'Only mine' });
  await mine.click();
  await expect.element(screen.getByText('Given to you: 2')).toBeVisible();
  expect(titles(screen)).toEqual(['A loom']);
  await expect.element(mine).toHaveFocus();
  expect(screen.getByText(/^Here are the oldest/).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => titles(screen)).toEqual(['A loom', 'A far loom']);
  expect(screen.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
  expect(asked).toEqual([
    ['true', undefined],
    ['true', 'next'],
  ]);
});

test('Only mine reads the late loans of its reader too, and says what to do where there are none', async () => {
  fake('listContacts', () => []);
  const late = {
    ...ENTRY,
    phone: '',
    isPhoneConfirmed: true,
    daysLate: 40,
    lastContact: null,
    nextStep: 'first_contact',
  } as const;
  const screen = await dashboard({ late: { count: 1, oldestAt: ENTRY.waitingSince, entries: [late] } });
  fake('findMfiPortfolio', () => ({ late: { count: 0, oldestAt: null, entries: [] }, nextCursor: null }) as never);
  await openTab(screen, /^Late: 1$/);
  await screen.getByRole('checkbox', { name: 'Only mine' }).click();
  await expect
    .element(screen.getByText('Nothing here is given to you. Untick it to see all that waits.'))
    .toBeVisible();
  expect(screen.getByRole('table').elements()).toEqual([]);
});

test('a queue that runs empty while only the own part is shown says so once', async () => {
  let isDone = false;
  const screen = await dashboard({ waiting: { ...QUEUES, toApprove: waitingOf(ENTRY) } });
  fake('mfiQueues', () => ({ ...QUEUES, toApprove: isDone ? NONE : waitingOf(ENTRY), nextCursor: null }));
  fake('assignOfficer', () => {
    isDone = true;
    return { id: '169', officerId: '91', area: null };
  });
  await screen.getByRole('checkbox', { name: 'Only mine' }).click();
  await expect.element(screen.getByText('Given to you: 1')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Who looks after “Sewing machine”' }).selectOptions('Kamal Hossain');
  await expect.element(screen.getByText('Nothing is waiting here.')).toBeVisible();
  expect(screen.getByText(/^Nothing here is given to you/).elements()).toEqual([]);
});

test('the member of staff who approved a loan is not offered its release where another decides (R34.3)', async () => {
  const screen = await dashboard({
    waiting: { ...QUEUES, toRelease: waitingOf({ ...ENTRY, awaitsAnother: true }, LOOM) },
  });
  await openTab(screen, /^Ready to release: 2$/);
  await expect.element(screen.getByText('Another person decides')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Release funds/ }).elements()).toHaveLength(1);
});
