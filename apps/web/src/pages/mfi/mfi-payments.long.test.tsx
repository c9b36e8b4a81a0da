import texts from '@sathi/texts/en/refusals.json' with { type: 'json' };
import { expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { ENTRY, NONE, openTab, PAYMENT, QUEUES, useDashboard } from '../../test/mfi-dashboard.tsx';
import { startSession } from '../../lib/session.ts';
import { PENDING_PAYMENT } from '../../test/payments.ts';
import { OFFICER } from '../../test/people.ts';

const dashboard = useDashboard();

const approved = (id: string): DataOf<'approvePayment'> => ({
  ...PENDING_PAYMENT,
  id,
  amount: 8.33,
  isApproved: true,
  state: 'approved',
  decidedAt: '2026-11-21T10:00:00.000Z',
  proposal: { status: 5, outstandingAmount: 50 },
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

test.each(['already_decided', 'wrong_status'] as const)(
  'R10.3: an officer learns that a payment no longer waits, though its row goes: %s',
  async (refusal) => {
    const waiting = { ...QUEUES, toApprove: NONE };
    fake('approvePayment', () => {
      waiting.paymentsToApprove = NONE;
      return { refusal };
    });
    const screen = await dashboard({ waiting });
    const button = screen.getByRole('button', { name: /^Approve the payment of/ });
    await button.click();
    await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(screen.getByText(texts[refusal])).toBeVisible();
  },
);

test('staff read local money first in a queue, and in the question before a decision (R23.7)', async () => {
  const local = { amount: '700.00', currency: 'INR' } as const;
  const entries = [{ ...PAYMENT, amount: 8.33, local }];
  const waiting = { ...QUEUES, paymentsToApprove: { ...QUEUES.paymentsToApprove, entries } };
  const screen = await dashboard({ waiting });
  await openTab(screen, /^Payments to approve: 1$/);
  await expect.element(screen.getByText('INR 700.00 ($8.33)', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Approve the payment of INR 700.00 ($8.33) for “Sewing machine”' }).click();
  const question = screen.getByRole('alertdialog', {
    name: 'Approve the payment of INR 700.00 ($8.33) Sewing machine',
  });
  await expect.element(question).toBeVisible();
});

const payment = (paymentId: string, title: string, amount: number) => ({ ...PAYMENT, paymentId, title, amount });

const threePayments: DataOf<'mfiQueues'> = {
  ...QUEUES,
  toApprove: NONE,
  paymentsToApprove: {
    count: 3,
    oldestAt: ENTRY.waitingSince,
    entries: [payment('4', 'Sewing machine', 8.33), payment('5', 'A loom', 25), payment('6', 'Two goats', 10.1)],
  },
};

const SAID = { channel: 'mobile_wallet', reference: '8G7HK2', hasSlip: true } as const;

test('R22.1: a row of the payments and the question about it say how and when it was made', async () => {
  const entries = [{ ...PAYMENT, ...SAID, amount: 8.33 }];
  const screen = await dashboard({
    waiting: { ...QUEUES, paymentsToApprove: { ...QUEUES.paymentsToApprove, entries } },
  });
  await openTab(screen, /^Payments to approve: 1$/);
  const row = screen.getByRole('table').getByRole('row').last();
  await expect.element(row).toMatchTextContent(/A photo of the slip.*Mobile wallet · .*8G7HK2.* · 22\/11\/2026/);
  expect(screen.getByRole('columnheader', { name: 'Place' }).elements()).toEqual([]);
  await row.getByRole('button', { name: /^Approve/ }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText(/^Mobile wallet · .*8G7HK2.* · A photo of the slip$/)).toBeVisible();
  await expect.element(question.getByText('22/11/2026')).toBeVisible();
});

test('R22.1: the question about many payments says how each was made', async () => {
  const [machine, ...others] = threePayments.paymentsToApprove.entries as [typeof PAYMENT];
  const entries = [{ ...machine, ...SAID }, ...others];
  const waiting = { ...threePayments, paymentsToApprove: { ...threePayments.paymentsToApprove, entries } };
  const screen = await dashboard({ waiting });
  await screen.getByRole('checkbox', { name: 'Select all' }).click();
  await screen.getByRole('button', { name: 'Approve 3 payments' }).click();
  const question = screen.getByRole('alertdialog');
  const facts = question.getByRole('definition');
  await expect
    .element(facts.first())
    .toMatchTextContent(/^Mobile wallet · .*8G7HK2.* · 22\/11\/2026 · A photo of the slip$/);
  await expect.element(facts.last()).toHaveTextContent('22/11/2026');
  await expect.element(question.getByRole('term').last()).toMatchTextContent(/Two goats.* · \$10\.10$/);
});

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

test('a queue that is longer than what may be approved at once is approved with pauses (R10.3)', async () => {
  const asked: string[] = [];
  fake('approvePayment', ({ query }) => {
    asked.push(query.id);
    return asked.length === 2 ? { refusal: 'too_many_requests', retryAfterSeconds: 1 } : approved(query.id);
  });
  const screen = await dashboard({ waiting: threePayments });
  await screen.getByRole('checkbox', { name: 'Select all' }).click();
  await screen.getByRole('button', { name: 'Approve 3 payments' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('3 payments approved, $43.43 in all').first()).toBeVisible();
  expect(asked).toEqual(['4', '5', '5', '6']);
});

test('R2.6: a bulk approval ends when another person signs in during its pause', async () => {
  const asked: string[] = [];
  fake('approvePayment', ({ query }) => {
    asked.push(query.id);
    return asked.length === 2 ? { refusal: 'too_many_requests', retryAfterSeconds: 1 } : approved(query.id);
  });
  const screen = await dashboard({ waiting: threePayments });
  await screen.getByRole('checkbox', { name: 'Select all' }).click();
  await screen.getByRole('button', { name: 'Approve 3 payments' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => asked).toEqual(['4', '5']);
  startSession('of another', { ...OFFICER, id: '99' });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(asked).toEqual(['4', '5']);
});

test('R23.7: payments of several loans are summed by their money', async () => {
  const [machine, ...others] = threePayments.paymentsToApprove.entries as [typeof PAYMENT];
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
    waiting.paymentsToApprove = { count: 1, oldestAt: ENTRY.waitingSince, entries: [loom!] };
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
