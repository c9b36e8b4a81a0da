import { useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../../lib/query-keys.ts';
import type { DataOf } from '../../lib/wire.ts';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeVoice } from '../../test/fake-voice.ts';
import { FUNDED } from '../../test/proposals.ts';
import { OWN_PROFILE, RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import WithdrawalStepDialog from './withdrawal-step-dialog.tsx';
import { WithdrawalsPanel } from './withdrawals-panel.tsx';

type Withdrawal = DataOf<'listWithdrawals'>[number];

const requested: Withdrawal = {
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

const kept: DataOf<'listPayoutAccounts'>[number] = {
  id: '4',
  method: 'mobile_wallet',
  accountName: 'Rahima Begum',
  last4: '0118',
  bankName: null,
  branch: null,
  usableFrom: '2026-11-20T10:00:00.000Z',
  state: 'usable',
};

const at = { path: '/App/proposal' };

afterEach(() => vi.restoreAllMocks());

test('R4.1: asks for the whole amount, with the account reviewed first', async () => {
  const sent: unknown[] = [];
  fake('listPayoutAccounts', () => []);
  fake('requestWithdrawal', ({ body }) => {
    sent.push(body);
    return requested;
  });
  const onClose = vi.fn();
  const screen = await renderPage(<WithdrawDialog proposal={FUNDED} onClose={onClose} />, at);
  await screen.getByRole('button', { name: 'Review' }).click();
  expect(screen.getByRole('alert').elements()).toHaveLength(3);
  await screen.getByRole('textbox', { name: 'Name on the account' }).fill('Rahima Begum');
  await screen.getByRole('textbox', { name: 'Account number' }).fill('10004321');
  await screen.getByRole('textbox', { name: 'Bank' }).fill('Grameen');
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByRole('group', { name: 'Please check' })).toMatchTextContent(/10004321/);
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Ask for $100' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      proposalId: '169',
      method: 'bank',
      accountName: 'Rahima Begum',
      accountNumber: '10004321',
      bankName: 'Grameen',
      branch: null,
    },
  ]);
});

test('accounts that come while another one is typed change neither the fields nor the request (R4.1)', async () => {
  const sent: unknown[] = [];
  const list = Promise.withResolvers<DataOf<'listPayoutAccounts'>>();
  fake('listPayoutAccounts', () => list.promise);
  fake('requestWithdrawal', ({ body }) => {
    sent.push(body);
    return requested;
  });
  const screen = await renderPage(<WithdrawDialog proposal={FUNDED} onClose={vi.fn()} />, at);
  await screen.getByRole('combobox', { name: 'How it is paid out' }).selectOptions('mobile_wallet');
  await screen.getByRole('textbox', { name: 'Name on the wallet' }).fill('Rahima Begum');
  list.resolve([kept]);
  await expect.element(screen.getByRole('combobox', { name: 'Send it to' })).toHaveValue('');
  await screen.getByRole('textbox', { name: 'Wallet number' }).fill('01712345678');
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByRole('group', { name: 'Please check' })).toMatchTextContent(/01712345678/);
  await screen.getByRole('button', { name: 'Ask for $100' }).click();
  await expect.poll(() => sent).toMatchObject([{ method: 'mobile_wallet', accountNumber: '01712345678' }]);
});

test('both steps of asking for the money can be heard, the number digit by digit', async () => {
  const said = fakeVoice();
  fake('listPayoutAccounts', () => []);
  const screen = await renderPage(<WithdrawDialog proposal={FUNDED} onClose={vi.fn()} />, at);
  await screen.getByRole('button', { name: 'Listen' }).click();
  expect(said).toContain('Account number');
  await screen.getByRole('textbox', { name: 'Name on the account' }).fill('Rahima Begum');
  await screen.getByRole('textbox', { name: 'Account number' }).fill('10004321');
  await screen.getByRole('textbox', { name: 'Bank' }).fill('Grameen');
  await screen.getByRole('button', { name: 'Review' }).click();
  await screen.getByRole('button', { name: 'Listen' }).click();
  expect(said).toContain('Account number: 1 0 0 0 4 3 2 1');
});

test('R25.1: an account that the owner keeps is chosen in the place of typing, and the rest of a new one is told', async () => {
  const sent: unknown[] = [];
  const kept = { method: 'bank' as const, accountName: 'Rahima Begum', bankName: 'Grameen', branch: null };
  const resting = { ...kept, id: '5', last4: '0118', usableFrom: '2026-11-21T10:00:00.000Z', state: 'new' as const };
  const usable = { ...resting, id: '4', last4: '4321', state: 'usable' as const };
  fake('listPayoutAccounts', () => [usable, resting]);
  fake('requestWithdrawal', ({ body }) => {
    sent.push(body);
    return requested;
  });
  const screen = await renderPage(<WithdrawDialog proposal={FUNDED} onClose={vi.fn()} />, at);
  const choice = screen.getByRole('combobox', { name: 'Send it to' });
  await expect.element(choice).toHaveValue('4');
  expect(screen.getByRole('textbox').elements()).toEqual([]);
  await choice.selectOptions('Another account');
  await expect.element(screen.getByRole('textbox', { name: 'Account number' })).toBeVisible();
  await choice.selectOptions(resting.id);
  await expect.element(screen.getByText(/Money can be sent to this account from/)).toBeVisible();
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByRole('group', { name: 'Please check' })).toMatchTextContent(/0118/);
  await screen.getByRole('button', { name: 'Ask for $100' }).click();
  await expect.poll(() => sent).toEqual([{ proposalId: '169', payoutAccountId: '5' }]);
});

test('R25.1: a list that comes late does not take a typed account away', async () => {
  const kept = { method: 'bank' as const, accountName: 'Rahima Begum', bankName: 'Grameen', branch: null };
  const usable = { ...kept, id: '4', last4: '4321', usableFrom: '2026-11-01T10:00:00.000Z', state: 'usable' as const };
  const sent: unknown[] = [];
  let arrive: () => void = () => undefined;
  fake('listPayoutAccounts', () => new Promise((resolve) => (arrive = () => resolve([usable]))));
  fake('requestWithdrawal', ({ body }) => {
    sent.push(body);
    return requested;
  });
  const screen = await renderPage(<WithdrawDialog proposal={FUNDED} onClose={vi.fn()} />, at);
  await screen.getByRole('textbox', { name: 'Name on the account' }).fill('Rahima Begum');
  arrive();
  const choice = screen.getByRole('combobox', { name: 'Send it to' });
  await expect.element(choice).toHaveValue('');
  await expect.element(screen.getByRole('textbox', { name: 'Name on the account' })).toHaveValue('Rahima Begum');
  await screen.getByRole('textbox', { name: 'Account number' }).fill('10004321');
  await screen.getByRole('textbox', { name: 'Bank' }).fill('Grameen');
  await screen.getByRole('button', { name: 'Review' }).click();
  await screen.getByRole('button', { name: 'Ask for $100' }).click();
  await expect.poll(() => sent).toMatchObject([{ accountNumber: '10004321' }]);
});

test('R25.1: the account that was reviewed is named, also when another has become the first of the list', async () => {
  const kept = { method: 'bank' as const, accountName: 'Rahima Begum', bankName: 'Grameen', branch: null };
  const first = { ...kept, id: '4', last4: '4321', usableFrom: '2026-11-01T10:00:00.000Z', state: 'usable' as const };
  let accounts = [first];
  const sent: unknown[] = [];
  fake('listPayoutAccounts', () => accounts);
  fake('requestWithdrawal', ({ body }) => {
    sent.push(body);
    return requested;
  });
  function Page() {
    const client = useQueryClient();
    const again = () => void client.invalidateQueries({ queryKey: queryKeys.payoutAccounts });
    return <WithdrawDialog proposal={FUNDED} onClose={again} />;
  }
  const screen = await renderPage(<Page />, at);
  await expect.element(screen.getByRole('combobox', { name: 'Send it to' })).toHaveValue('4');
  await screen.getByRole('button', { name: 'Review' }).click();
  accounts = [{ ...first, id: '3', last4: '0003' }, first];
  await screen.getByRole('button', { name: 'Close' }).click();
  await screen.getByRole('button', { name: 'Change' }).click();
  await expect.element(screen.getByRole('option', { name: /0003/ })).toBeInTheDocument();
  await expect.element(screen.getByRole('combobox', { name: 'Send it to' })).toHaveValue('4');
  await screen.getByRole('button', { name: 'Review' }).click();
  await screen.getByRole('button', { name: 'Ask for $100' }).click();
  await expect.poll(() => sent).toEqual([{ proposalId: '169', payoutAccountId: '4' }]);
});

test('R4.2: staff mark a request as sent, with a reference', async () => {
  const asked: unknown[] = [];
  fake('listWithdrawals', () => [requested]);
  fake('updateWithdrawal', ({ query, body }) => {
    asked.push([query, body]);
    return { ...requested, state: 'sent' };
  });
  fake('listMoneyAccounts', () => []);
  fake('findMfi', () => ROI);
  const proposal = { ...FUNDED, allowedActions: ['decideWithdrawal' as const] };
  const screen = await renderPage(<WithdrawalsPanel proposal={proposal} isOwner={false} />, at);
  await screen.getByRole('button', { name: 'Mark as sent' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('RF69 3000 1234')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('required');
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('TX-77');
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect.poll(() => asked).toEqual([[{ id: '8' }, { state: 'sent', reference: 'TX-77' }]]);
});

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

test('a transfer by hand names its account and its day, or none of the accounts (R21.10, R25.4)', async () => {
  const asked: unknown[] = [];
  fake('listWithdrawals', () => [{ ...requested, local: { amount: '12000.00', currency: 'BDT' } }]);
  fake('listMoneyAccounts', () => [
    ACCOUNT,
    { ...ACCOUNT, id: '12', label: 'In rupees', currency: 'INR' },
    { ...ACCOUNT, id: '13', label: 'The till', kind: 'till', forPayOut: false },
  ]);
  fake('findMfi', () => ROI);
  fake('updateWithdrawal', ({ body }) => {
    asked.push(body);
    return { ...requested, state: 'sent' };
  });
  const proposal = { ...FUNDED, allowedActions: ['decideWithdrawal' as const] };
  const screen = await renderPage(<WithdrawalsPanel proposal={proposal} isOwner={false} />, at);
  const dialog = screen.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Mark as sent' });
  await screen.getByRole('button', { name: 'Mark as sent' }).click();
  await expect.element(dialog.getByLabelText('Paid from')).toHaveValue('11');
  expect(dialog.getByRole('option').elements()).toHaveLength(2);
  await dialog.getByLabelText('Sent on').fill('2026-02-12');
  await dialog.getByLabelText('Reference').fill('TX-78');
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Mark as sent' }).click();
  await dialog.getByLabelText('Paid from').selectOptions('None of these accounts');
  await dialog.getByLabelText('Reference').fill('TX-79');
  await submit.click();
  await expect
    .poll(() => asked)
    .toEqual([
      { state: 'sent', reference: 'TX-78', accountId: '11', sentOn: '2026-02-12' },
      { state: 'sent', reference: 'TX-79' },
    ]);
});

test('the whole number is shown from within the dialog, whose own fields stay as they are (R25.2)', async () => {
  const asked: unknown[] = [];
  fake('listMoneyAccounts', () => []);
  fake('findMfi', () => ROI);
  fake('showPayout', ({ body }) => {
    asked.push(body);
    return { accountName: 'Rahima Begum', accountNumber: '10004321', bankName: null, branch: null };
  });
  const mfi = { id: '3', name: 'ROI' };
  const dialogs = <WithdrawalStepDialog withdrawal={requested} step="sent" mfi={mfi} onClose={vi.fn()} />;
  const screen = await renderPage(dialogs, at);
  await screen.getByLabelText('Reference').fill('TX-80');
  await screen.getByRole('button', { name: 'Show the whole number' }).click();
  const number = screen.getByRole('dialog', { name: 'Show the whole number' });
  await number.getByLabelText('Reason').fill('The form of the bank');
  await number.getByRole('button', { name: 'Show it' }).click();
  await expect.element(number.getByText('10004321')).toBeVisible();
  await number.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(screen.getByLabelText('Reference')).toHaveValue('TX-80');
  expect(asked).toEqual([{ kind: 'withdrawal', id: '8', reason: 'The form of the bank' }]);
});

test('R4.2: the owner says that the money has arrived', async () => {
  const asked: unknown[] = [];
  const sent = { state: 'sent', bankReference: 'TX-77', sentAt: '2026-11-21T08:00:00.000Z' } as const;
  fake('listWithdrawals', () => [{ ...requested, ...sent }]);
  fake('updateWithdrawal', ({ body }) => {
    asked.push(body);
    return { ...requested, state: 'confirmed' };
  });
  const screen = await renderPage(<WithdrawalsPanel proposal={FUNDED} isOwner />, at);
  await expect.element(screen.getByText(/reference TX-77/)).toBeVisible();
  await screen.getByRole('button', { name: 'I have the money' }).click();
  await expect.element(screen.getByText('Have you received the $100 USD?')).toBeVisible();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => asked).toEqual([{ state: 'confirmed' }]);
});

test('R4.2: a failed withdrawal says why, and that it can be asked for again', async () => {
  fake('listWithdrawals', () => [{ ...requested, state: 'failed', reason: 'account closed' }]);
  const screen = await renderPage(<WithdrawalsPanel proposal={FUNDED} isOwner />, at);
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('The money did not arrive: account closed. It can be asked for again.');
});

test('a screen reader hears that a rejected withdrawal is not done, and of nothing late', async () => {
  fake('listWithdrawals', () => [{ ...requested, state: 'rejected', reason: 'another name' }]);
  const screen = await renderPage(<WithdrawalsPanel proposal={FUNDED} isOwner />, at);
  await expect.element(screen.getByText(/^Not done: /)).toBeVisible();
  expect(screen.getByText(/^Late: /).elements()).toEqual([]);
});

const resting: Withdrawal = { ...requested, isResting: true, payableFrom: '2026-11-21T10:00:00.000Z' };

test('R25.1: while a new account rests, staff read from when on it can be sent in the place of a button', async () => {
  fake('listWithdrawals', () => [resting]);
  const proposal = { ...FUNDED, allowedActions: ['decideWithdrawal' as const] };
  const screen = await renderPage(<WithdrawalsPanel proposal={proposal} isOwner={false} />, at);
  await expect.element(screen.getByText(/^It still rests, and can be sent from .*21/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Mark as sent' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Reject' })).toBeVisible();
});

test('R4.2: the owner takes a request back before it is sent', async () => {
  const asked: unknown[] = [];
  fake('listWithdrawals', () => [asked.length === 0 ? resting : { ...requested, state: 'cancelled' }]);
  fake('updateWithdrawal', ({ body }) => {
    asked.push(body);
    return { ...requested, state: 'cancelled' };
  });
  const screen = await renderPage(<WithdrawalsPanel proposal={FUNDED} isOwner />, at);
  await screen.getByRole('button', { name: 'Take the request back' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText(/: Taken back$/)).toBeVisible();
  expect(asked).toEqual([{ state: 'cancelled' }]);
});

const STAFF_VIEW = { ...FUNDED, allowedActions: ['decideWithdrawal' as const] };

test('finding 3: staff see how old session and account are and whose name it is, and the whole number for a reason', async () => {
  const asked: unknown[] = [];
  const warned: Withdrawal = {
    ...requested,
    sessionSince: '2026-11-20T09:58:00.000Z',
    warnings: ['new_account', 'name_differs'],
  };
  fake('listWithdrawals', () => [warned]);
  fake('showPayout', ({ query, body }) => {
    asked.push([query, body]);
    return { accountName: 'Rahima Begum', accountNumber: '10004321', bankName: 'Grameen', branch: null };
  });
  const screen = await renderPage(<WithdrawalsPanel proposal={STAFF_VIEW} isOwner={false} />, at);
  await expect.element(screen.getByText('New account: no money has gone there before.')).toBeVisible();
  await expect.element(screen.getByText('Named 2 minutes after signing in.')).toBeVisible();
  await expect.element(screen.getByText('The account is in another name than the borrower’s.')).toBeVisible();
  await screen.getByRole('button', { name: 'Show the whole number' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Show the whole number' });
  await dialog.getByRole('button', { name: 'Show it' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('required');
  expect(asked).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The form of the bank');
  await dialog.getByRole('button', { name: 'Show it' }).click();
  await expect.element(screen.getByText('10004321')).toBeVisible();
  expect(asked).toEqual([[{ mfiId: '3' }, { kind: 'withdrawal', id: '8', reason: 'The form of the bank' }]]);
});

test('R25.1: while payouts are stopped staff read so in the place of a button', async () => {
  fake('listWithdrawals', () => [{ ...requested, isStopped: true }]);
  const screen = await renderPage(<WithdrawalsPanel proposal={STAFF_VIEW} isOwner={false} />, at);
  await expect.element(screen.getByText('Payouts to this person are stopped')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Mark as sent' })).not.toBeInTheDocument();
});

test('R25.1: the owner finds “that was not me” beside a request, and staff read that it was said', async () => {
  fake('listWithdrawals', () => [{ ...requested, notMeToken: '8.abc' }]);
  const own = await renderPage(<WithdrawalsPanel proposal={FUNDED} isOwner />, at);
  const link = own.getByRole('link', { name: 'This was not me' });
  await expect.element(link).toHaveAttribute('href', '/App/NotMe?token=8.abc');
  await own.unmount();
  fake('listWithdrawals', () => [{ ...requested, state: 'cancelled', isDisowned: true }]);
  const screen = await renderPage(<WithdrawalsPanel proposal={STAFF_VIEW} isOwner={false} />, at);
  await expect.element(screen.getByText('The borrower says that somebody else named this account.')).toBeVisible();
});

test('R33.4: says before the request that payouts rest after a change of the phone', async () => {
  startSession('token', RAHIMA);
  fake('listPayoutAccounts', () => []);
  fake('findUser', () => ({ ...OWN_PROFILE, payoutsRestUntil: '2026-11-28T10:00:00.000Z' }));
  const screen = await renderPage(<WithdrawDialog proposal={FUNDED} onClose={vi.fn()} />, at);
  await expect.element(screen.getByRole('status')).toMatchTextContent(/Your phone was changed.* before .*28/);
});
