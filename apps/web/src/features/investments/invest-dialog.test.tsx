import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReactNode } from 'react';
import type { RenderResult } from 'vitest-browser-react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { fakeVoice } from '../../test/fake-voice.ts';
import { ORDER } from '../../test/pay-ins.ts';
import { ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { InvestDialog, type Paying } from './invest-dialog.tsx';

const proposal: ProposalDetails = { ...SEWING_MACHINE, status: 3, remainingAmount: 60, collectedAmount: 40 };

beforeEach(() => {
  fake('findProposal', () => proposal);
  fake('findMfi', () => ROI);
});
afterEach(() => vi.restoreAllMocks());

const backed = (amount: number) => ({
  id: '1',
  amount,
  fromCredit: 0,
  toPay: amount,
  proposal: { status: 3 as const, currentBalance: 40 + amount, remainingAmount: 60 - amount },
});

async function open(shown: ProposalDetails = proposal, beside: ReactNode = null) {
  const onClose = vi.fn();
  const paying: Paying[] = [];
  const screen = await renderPage(
    <>
      {beside}
      <InvestDialog
        proposal={shown}
        onClose={onClose}
        sharing={<p>Pass it on</p>}
        paying={(state) => {
          paying.push(state);
          return <button onClick={() => state.onUsesCreditChange?.(false)}>Keep my credit</button>;
        }}
        howToPay={<p>Where to pay</p>}
      />
    </>,
    { path: '/App/Home' },
  );
  return { screen, onClose, paying };
}

async function review(screen: RenderResult, amount: string) {
  await screen.getByRole('textbox', { name: 'Your amount' }).fill(amount);
  await screen.getByRole('button', { name: 'Review' }).click();
}

test('R6.1: a typed amount arrives as dollars, after a review of amount, name and remainder', async () => {
  const sent: unknown[] = [];
  fake('backProposal', ({ body }) => {
    sent.push(body);
    return backed(12.5);
  });
  const { screen } = await open();
  await review(screen, '12.5');
  const facts = screen.getByRole('group', { name: 'Please check' });
  await expect.element(facts).toMatchTextContent(/\$12\.50 USD.*Sewing machine.*Rahima Begum.*\$60/);
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Back with $12.50' }).click();
  await expect.element(screen.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  expect(sent).toEqual([{ proposalId: '169', amount: 12.5 }]);
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'You backed “Sewing machine” with $12.50' }))
    .toBeVisible();
  // The dialog says it, so no toast says it again.
  await expect.element(screen.getByRole('button', { name: 'Dismiss this message' })).not.toBeInTheDocument();
});

test('Bengali and Arabic digits are amounts', async () => {
  const { screen } = await open();
  await review(screen, '১২.৫০');
  await expect.element(screen.getByRole('button', { name: 'Back with $12.50' })).toBeVisible();
});

test('the amount field has the focus when the dialog opens', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('textbox', { name: 'Your amount' })).toHaveFocus();
});

test.each([
  ['60.01', 'value must be less than or equal to the rest proposal amount $60 USD'],
  ['9999999999', 'value must be less than or equal to the rest proposal amount $60 USD'],
  ['0', 'value must be greater than 1'],
  ['0.99', 'value must be greater than 1'],
  ['', 'required'],
  ['ten', 'Please enter an amount, such as 25 or 25.50.'],
  ['1.005', 'Please enter an amount, such as 25 or 25.50.'],
])('specification 5: %s is refused in place, and nothing is sent', async (amount, message) => {
  const { screen } = await open();
  await review(screen, amount);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(message);
  await expect.element(screen.getByRole('textbox', { name: 'Your amount' })).toHaveFocus();
});

test('R17.3: exactly one dollar is enough', async () => {
  const { screen } = await open();
  await review(screen, '1');
  await expect.element(screen.getByRole('button', { name: 'Back with $1' })).toBeVisible();
});

test('R6.4: of a rest below a dollar only the rest can be given', async () => {
  const rest = { ...proposal, remainingAmount: 0.4 };
  fake('findProposal', () => rest);
  const { screen } = await open(rest);
  await review(screen, '0.3');
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^Only \$0\.40 is left/);
  await screen.getByRole('button', { name: 'The rest, $0.40' }).click();
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByRole('button', { name: 'Back with $0.40' })).toBeVisible();
});

const presetsOf = (screen: RenderResult) =>
  screen
    .getByRole('group', { name: 'Common amounts' })
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

test('presets fill the field, and the sentence below names the rest that is still needed', async () => {
  const { screen } = await open();
  expect(presetsOf(screen)).toEqual(['$5', '$10', '$25', 'The rest, $60']);
  await screen.getByRole('button', { name: '$25', exact: true }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Your amount' })).toHaveValue('25');
  await expect.element(screen.getByText('After yours, $35 will still be needed.')).toBeVisible();
  await screen.getByRole('button', { name: 'The rest, $60' }).click();
  await expect.element(screen.getByText('Yours completes this loan.')).toBeVisible();
});

test('a rest above 100 dollars is not among the presets', async () => {
  const larger = { ...proposal, remainingAmount: 100.01 };
  fake('findProposal', () => larger);
  const { screen } = await open(larger);
  expect(presetsOf(screen)).toEqual(['$5', '$10', '$25']);
});

test('both steps of backing can be heard', async () => {
  const said = fakeVoice();
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Listen' }).click();
  expect(said).toContain('Your amount');
  await review(screen, '10');
  await screen.getByRole('button', { name: 'Listen' }).click();
  expect(said).toContain('Borrower: Rahima Begum');
});

test('R6.2: after a lost race the new remainder is shown and the typed amount is kept', async () => {
  fake('backProposal', () => ({ refusal: 'amount_above_remaining', remainingAmount: 20 }));
  const { screen } = await open();
  await review(screen, '50');
  await screen.getByRole('button', { name: 'Back with $50' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('value must be less than or equal to the rest proposal amount $20 USD');
  await expect.element(screen.getByRole('textbox', { name: 'Your amount' })).toHaveValue('50');
  await expect.element(screen.getByRole('button', { name: 'The rest, $20' })).toBeVisible();
});

test('a rest that grew after the list was read may be backed, since another backer took theirs back (R6.6)', async () => {
  fake('findProposal', () => ({ ...proposal, remainingAmount: 55 }));
  const { screen } = await open({ ...proposal, remainingAmount: 5 });
  await expect.element(screen.getByRole('button', { name: 'The rest, $55' })).toBeVisible();
  await review(screen, '20');
  await expect.element(screen.getByRole('button', { name: 'Back with $20' })).toBeVisible();
});

test('R6.3: after a broken connection the same press is the same wish, with the same key', async () => {
  const keys: (string | null)[] = [];
  fake('backProposal', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : backed(10);
  });
  const { screen } = await open();
  await review(screen, '10');
  const yes = screen.getByRole('button', { name: 'Back with $10' });
  await yes.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^No answer came.*never done twice/);
  await yes.click();
  await expect.element(screen.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toBeTruthy();
});

test('R6.3: a backing without an answer is the same wish in a dialog that was opened anew, until the server decides', async () => {
  const keys: (string | null)[] = [];
  fake('backProposal', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : backed(10);
  });
  const back = async () => {
    const { screen } = await open();
    await review(screen, '10');
    await screen.getByRole('button', { name: 'Back with $10' }).click();
    return screen;
  };
  const unanswered = await back();
  await expect.element(unanswered.getByRole('alert')).toMatchTextContent(/^No answer came/);
  await unanswered.unmount();
  for (const _ of [1, 2]) {
    const screen = await back();
    await expect.element(screen.getByRole('heading', { name: 'What happens next' })).toBeVisible();
    await screen.unmount();
  }
  expect(keys).toEqual([keys[0], keys[0], keys[2]]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a loan just backed may be shared at once', async () => {
  fake('backProposal', () => backed(10));
  const { screen } = await open();
  await review(screen, '10');
  await screen.getByRole('button', { name: 'Back with $10' }).click();
  await screen.getByRole('button', { name: 'Share' }).click();
  await expect.element(screen.getByText('Pass it on')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('another refusal is shown beside the yes', async () => {
  fake('backProposal', () => ({ refusal: 'funding_ended', detail: 'Funding has ended.' }));
  const { screen, onClose } = await open();
  await review(screen, '10');
  await screen.getByRole('button', { name: 'Back with $10' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Funding has ended.');
  expect(onClose).not.toHaveBeenCalled();
});

test('a backer who ticks so is sent and reviewed without a name (R13.1)', async () => {
  const sent: unknown[] = [];
  fake('backProposal', ({ body }) => {
    sent.push(body);
    return backed(10);
  });
  const { screen } = await open();
  await screen.getByRole('checkbox', { name: 'Don’t show my name' }).click();
  await review(screen, '10');
  await expect.element(screen.getByRole('group', { name: 'Please check' })).toMatchTextContent(/Shown as.*Somebody/);
  await screen.getByRole('button', { name: 'Back with $10' }).click();
  await expect.poll(() => sent).toEqual([{ proposalId: '169', amount: 10, anonymous: true }]);
});

test('how to pay takes the place of the thanks and of the news, where money is awaited (R20.1)', async () => {
  const sent: unknown[] = [];
  fake('backProposal', ({ body }) => {
    sent.push(body);
    return { ...backed(10), order: { reference: 'RF0810004217', amountDue: 10, payBy: '2026-11-29' } };
  });
  const { screen, paying } = await open();
  await review(screen, '10');
  expect(paying.at(-1)).toEqual({ amountCents: 1000, usesCredit: true });
  await screen.getByRole('button', { name: 'Back with $10' }).click();
  await expect.element(screen.getByText('Where to pay')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'What happens next' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Dismiss this message' })).not.toBeInTheDocument();
  expect(sent).toEqual([{ proposalId: '169', amount: 10 }]);
});

test('a backer who keeps their credit says so, and the server is told (R25.5)', async () => {
  const sent: unknown[] = [];
  fake('backProposal', ({ body }) => {
    sent.push(body);
    return backed(10);
  });
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Keep my credit' }).click();
  await review(screen, '10');
  await screen.getByRole('button', { name: 'Back with $10' }).click();
  await expect.element(screen.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  expect(sent).toEqual([{ proposalId: '169', amount: 10, useCredit: false }]);
});

test('R25.5: a backing paid by credit alone has the credit beside what is owed read anew', async () => {
  let credit = 20;
  fake('listPayInOrders', () => [{ ...ORDER, credit }]);
  fake('backProposal', () => {
    credit = 10;
    return { ...backed(10), fromCredit: 10, toPay: 0 };
  });
  const Credit = () => <p>Credit: {useList('listPayInOrders', queryKeys.orders, {}).rows?.[0]?.credit}</p>;
  const { screen } = await open(proposal, <Credit />);
  await expect.element(screen.getByText('Credit: 20')).toBeInTheDocument();
  await review(screen, '10');
  await screen.getByRole('button', { name: 'Back with $10' }).click();
  await expect.element(screen.getByText('Credit: 10')).toBeInTheDocument();
});

test('R5.1: the last day to back is that of the institution, not that of the reader', async () => {
  fake('findMfi', () => ({ ...ROI, timeZone: 'America/New_York' }));
  const { screen } = await open({ ...proposal, acceptPartial: false, fundingDeadline: '2026-12-21T04:59:59.999Z' });
  await expect.element(screen.getByText('not fully backed by 20/12/2026', { exact: false })).toBeVisible();
});
