import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import DefaultDialog from '../../features/defaults/default-dialog.tsx';
import WriteOffDialog from '../../features/defaults/write-off-dialog.tsx';
import { FreezeDialog } from '../../features/freezes/freeze-dialog.tsx';
import { TakeOverDialog } from '../../features/own-money/debts-panel.tsx';
import { Pauses } from '../../features/pauses/pauses.tsx';
import { ReverseDialog } from '../../features/pay-ins/reverse-dialog.tsx';
import RefuseHardshipDialog from '../../features/plans/refuse-hardship-dialog.tsx';
import UndoReleaseDialog from '../../features/release-undoings/undo-release-dialog.tsx';
import RejectPaymentDialog from '../../features/repayments/reject-payment-dialog.tsx';
import { ReversePaymentDialog } from '../../features/repayments/reverse-payment-dialog.tsx';
import { DecisionDialog } from '../../features/reports/decision-dialog.tsx';
import { AsideDialog } from '../../features/statements/aside-dialog.tsx';
import { UndoDialog } from '../../features/statements/undo-dialog.tsx';
import { CountDialog } from '../../features/tills/count-dialog.tsx';
import { TakeOut } from '../../features/withdrawals/batch-requests.tsx';
import { BatchStepDialog } from '../../features/withdrawals/batch-step-dialog.tsx';
import { ResumePayoutsDialog } from '../../features/withdrawals/resume-payouts-dialog.tsx';
import { ShowPayoutDialog } from '../../features/withdrawals/show-payout-dialog.tsx';
import WithdrawalStepDialog from '../../features/withdrawals/withdrawal-step-dialog.tsx';
import { startSession } from '../../lib/session.ts';
import type { CallName, DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER, ROI } from '../../test/people.ts';
import { proposalPage } from '../../test/proposal-cards.ts';
import { renderPage } from '../../test/render-page.tsx';

type Closed = { onClose: () => void };
type Row = [
  name: string,
  dialog: (id: string, closed: Closed) => ReactNode,
  call: CallName,
  submit: string,
  first?: (dialog: Locator) => Promise<void>,
];

const REASON = 'The river took the field.';
const mfi = { id: '3', name: 'ROI' };
const loan = (id: string) => proposalPage({ id });
const PAYMENT = { proposalId: '101', mfiName: 'ROI', title: 'A loom', amount: 8, local: null };
const line = (id: string) => ({ id, local: { amount: '8.00', currency: 'USD' }, bookedOn: '2026-11-20' }) as never;
const withdrawal = (id: string) =>
  ({ id, proposalId: '101', method: 'cash_at_office', amount: 8, reference: 'RF6930001234', warnings: [] }) as never;
const reported = (id: string) =>
  ({ id, kind: 'proposal', proposalId: '101', appeal: null }) as DataOf<'listReports'>[number];

const DIALOGS: Row[] = [
  [
    'a default',
    (id, closed) => <DefaultDialog proposal={loan(id)} asked={{ mayPutOff: true } as never} {...closed} />,
    'confirmDefault',
    'Save the answer',
    (dialog) => dialog.getByLabelText('Your answer').selectOptions('later'),
  ],
  [
    'a write-off',
    (id, closed) => <WriteOffDialog proposal={loan(id)} {...closed} />,
    'enterWriteOff',
    'Propose the write-off',
  ],
  [
    'an undone release',
    (id, closed) => <UndoReleaseDialog proposal={loan(id)} {...closed} />,
    'enterReleaseUndoing',
    'Propose',
  ],
  [
    'a debt that is taken over',
    (id, closed) => <TakeOverDialog mfiId="3" debt={{ personId: id, name: 'Asha', amount: 5 } as never} {...closed} />,
    'enterDebtTakeover',
    'Take over',
  ],
  [
    'a receipt that is taken back',
    (id, closed) => <ReverseDialog mfiId="3" receipt={{ id, userName: 'Asha', amount: 8 }} {...closed} />,
    'reverseReceipt',
    'Take back $8',
    (dialog) => dialog.getByRole('button', { name: 'Review' }).click(),
  ],
  [
    'an undone line',
    (id, closed) => <UndoDialog mfiId="3" line={line(id)} onDone={() => {}} {...closed} />,
    'undoLine',
    'Take back',
  ],
  [
    'a line that is set aside',
    (id, closed) => <AsideDialog mfiId="3" line={line(id)} onDone={() => {}} {...closed} />,
    'setLineAside',
    'Set aside',
  ],
  [
    'a request that leaves its batch',
    (id, closed) => (
      <TakeOut mfiId="3" batchId="5" request={{ kind: 'payout', id, name: 'Asha' } as never} {...closed} />
    ),
    'changeBatch',
    'Take out',
  ],
  [
    'a cancelled batch',
    (id, closed) => <BatchStepDialog mfiId="3" batchId={id} step="cancelled" {...closed} />,
    'changeBatch',
    'Cancel the batch',
  ],
  [
    'payouts that go on',
    (id, closed) => <ResumePayoutsDialog mfiId="3" person={{ personId: id, name: 'Asha' }} {...closed} />,
    'enterPayoutResume',
    'Ask a colleague to confirm',
    (dialog) => dialog.getByRole('checkbox').click(),
  ],
  [
    'a rejected withdrawal',
    (id, closed) => <WithdrawalStepDialog withdrawal={withdrawal(id)} step="rejected" mfi={mfi} {...closed} />,
    'updateWithdrawal',
    'Reject',
  ],
  [
    'a closed till',
    (id, { onClose }) => (
      <CountDialog
        mfiId="3"
        till={{ id, number: 4 }}
        state="closed"
        expected={{ amount: '8.00', currency: 'USD' }}
        onDone={onClose}
        onClose={onClose}
      />
    ),
    'changeTill',
    'Close the till',
    (dialog) => dialog.getByLabelText('Counted, in USD').fill('7'),
  ],
  [
    'a decision about a report',
    (id, closed) => <DecisionDialog mfiId="3" of={reported(id)} {...closed} />,
    'decideReport',
    'Decide',
    (dialog) => dialog.getByLabelText('Your decision').selectOptions('shown'),
  ],
  [
    'a refused plan',
    (id, closed) => <RefuseHardshipDialog proposal={loan(id)} {...closed} />,
    'refuseHardship',
    'Send the answer',
  ],
  [
    'a rejected payment',
    (id, closed) => <RejectPaymentDialog subject={{ ...PAYMENT, paymentId: id }} {...closed} />,
    'rejectPayment',
    'Reject',
  ],
  [
    'a reversed payment',
    (id, closed) => <ReversePaymentDialog subject={{ ...PAYMENT, paymentId: id }} {...closed} />,
    'reversePayment',
    'Take back',
  ],
  ['a freeze', (id, closed) => <FreezeDialog proposal={loan(id)} userId="9" {...closed} />, 'enterFreeze', 'Stop'],
];

const EFFECT = { fromCredit: 0, reopened: [], takenOver: [], belowZero: 0 };

function Openable({ dialog }: { dialog: Row[1] }) {
  const [id, setId] = useState<string | null>('7');
  if (id !== null) return dialog(id, { onClose: () => setId(null) });
  return (
    <>
      <button onClick={() => setId('7')}>Again</button>
      <button onClick={() => setId('8')}>Another</button>
    </>
  );
}

const show = (dialog: Row[1]) => renderPage(<Openable dialog={dialog} />, { path: '/App/MFI/ROI' });

beforeEach(() => {
  startSession('token', OFFICER);
  fake('listBackers', () => []);
  fake('findMfi', () => ROI);
  fake('listMoneyAccounts', () => []);
});

test.each(DIALOGS)('the reason of %s waits for its subject alone, and goes when it is sent', async (...row) => {
  const [, dialog, call, submit, first] = row;
  fake(call, () => ({ defaultedAt: null, ...EFFECT }) as never);
  const screen = await show(dialog);
  const opened = screen.getByRole('dialog');
  const words = opened.getByRole('textbox').last();
  await words.fill(REASON);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Another' }).click();
  await expect.element(words).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(words).toHaveValue(REASON);
  await first?.(opened);
  await opened.getByRole('button', { name: submit, exact: true }).click();
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(words).toHaveValue('');
});

test('the reason to see an account number waits for its withdrawal, and goes once the number is shown', async () => {
  fake('showPayout', () => ({ accountName: 'Asha', accountNumber: '4321' }) as never);
  const screen = await show((id, closed) => (
    <ShowPayoutDialog mfiId="3" request={{ kind: 'withdrawal', id, method: 'cash_at_office' }} {...closed} />
  ));
  const words = screen.getByRole('dialog').getByRole('textbox');
  await words.fill(REASON);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(words).toHaveValue(REASON);
  await screen.getByRole('button', { name: 'Show it' }).click();
  await expect.element(screen.getByText('4321')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(words).toHaveValue('');
});

test('sums, references, and that an ID paper was seen are given anew', async () => {
  const resumed = await show((id, closed) => (
    <ResumePayoutsDialog mfiId="3" person={{ personId: id, name: 'Asha' }} {...closed} />
  ));
  const seen = resumed.getByRole('checkbox');
  await seen.click();
  await userEvent.keyboard('{Escape}');
  await resumed.getByRole('button', { name: 'Again' }).click();
  await expect.element(seen).not.toBeChecked();
  await resumed.unmount();
  for (const dialog of [
    DIALOGS.find(([name]) => name === 'a closed till')![1],
    (id: string, closed: Closed) => <BatchStepDialog mfiId="3" batchId={id} step="sent" {...closed} />,
  ]) {
    const screen = await show(dialog);
    const typed = screen.getByRole('dialog').getByRole('textbox').first();
    await typed.fill('12');
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('button', { name: 'Again' }).click();
    await expect.element(typed).toHaveValue('');
    await screen.unmount();
  }
});

test('the reason of a pause outlives its page', async () => {
  fake('listPauses', () => []);
  fake('listPausePlaces', () => [{ place: 'Gosaba', loansCount: 3 }]);
  const page = () => renderPage(<Pauses mfiId="3" />, { path: '/App/MFIFreezes/ROI' });
  const screen = await page();
  await screen.getByLabelText('Why').fill(REASON);
  await screen.unmount();
  const anew = await page();
  await expect.element(anew.getByLabelText('Why')).toHaveValue(REASON);
});

test('a reason in one line says by how many letters it is too long, spaces at its end left aside', async () => {
  fake('undoLine', () => ({ id: '7', state: 'open' }));
  const screen = await show((id, closed) => <UndoDialog mfiId="3" line={line(id)} onDone={() => {}} {...closed} />);
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').fill('a'.repeat(501));
  await expect.element(dialog.getByText('1 character too many')).toBeVisible();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('textbox').fill(`${'a'.repeat(500)} `);
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each(DIALOGS.filter(([name]) => name === 'a freeze' || name === 'a decision about a report'))(
  'the reason of %s counts as the server keeps it, without the spaces around it',
  async (_, dialog, call, submit, first) => {
    fake(call, () => ({}) as never);
    const screen = await show(dialog);
    const opened = screen.getByRole('dialog');
    await first?.(opened);
    await opened.getByRole('textbox').fill('a'.repeat(501));
    await opened.getByRole('button', { name: submit, exact: true }).click();
    await expect.element(opened.getByText('This is too long.')).not.toBeInTheDocument();
    await expect.element(opened.getByText('1 character too many')).toBeVisible();
    await opened.getByRole('textbox').fill(`${'a'.repeat(500)} `);
    await opened.getByRole('button', { name: submit, exact: true }).click();
    await expect.element(opened).not.toBeInTheDocument();
  },
);
