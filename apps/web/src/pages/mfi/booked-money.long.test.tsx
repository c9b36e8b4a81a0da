import { expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { ORDER } from '../../test/pay-ins.ts';
import { OFFICER, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { LinesPanel } from '../../features/statements/lines-panel.tsx';
import { useQueues } from '../../features/mfis/use-office.ts';
import AwaitedPage from './awaited-page.tsx';

type Line = DataOf<'listLines'>[number];

const line = (id: string): Line => ({
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
    target: { reference: ORDER.reference },
    candidates: [],
    preview: { amount: 35, settled: [], toCredit: 35 },
  },
  badges: [],
});
const NADIA: DataOf<'listAwaited'>[number] = {
  userId: '20',
  name: 'Nadia Karim',
  phone: '+8801711000120',
  reference: ORDER.reference,
  amountDue: 35,
  payBy: '2026-11-29',
  told: null,
  items: ORDER.items,
};

let lines: Line[];
let asked: number;

/** The payments that wait, as the navigation counts them. */
function Waiting() {
  const { data } = useQueues({ id: '3', name: 'ROI' });
  return <p>{`${data?.paymentsToApprove.count} wait`}</p>;
}

/** The desk beside the list of awaited money, which an officer sees one after the other within half a minute. */
function show() {
  startSession('token', OFFICER);
  lines = [line('1'), line('2')];
  asked = 0;
  fake('findMfi', () => ROI);
  fake('mfiQueues', () => ({ paymentsToApprove: { count: lines.length } }) as never);
  fake('listAwaited', () => (lines.length === 2 ? [NADIA] : []));
  fake('listReceipts', () => []);
  fake('listMoneyAccounts', () => [{ id: '11', currency: 'USD', label: 'State Bank', state: 'approved' } as never]);
  fake('listLines', () => {
    asked += 1;
    return lines;
  });
  return renderPage(
    <MfiNameProvider value="ROI">
      <AwaitedPage />
      <LinesPanel mfiId="3" accountId="11" />
      <Waiting />
    </MfiNameProvider>,
    { path: '/App/MFIMoney/ROI' },
  );
}

test('a line that is booked changes what is awaited and what waits, at once (R21.7, R22.4)', async () => {
  const screen = await show();
  await expect.element(screen.getByText('2 wait')).toBeVisible();
  await expect.element(screen.getByText('Nadia Karim')).toBeVisible();
  fake('bookLines', () => {
    lines = [line('2')];
    return { results: [{ id: '1', result: 'booked', effects: null }] };
  });
  await screen.getByRole('button', { name: 'Book', exact: true }).first().click();
  await expect.element(screen.getByText('1 wait')).toBeVisible();
  await expect.element(screen.getByText('No money is awaited')).toBeVisible();
});

test('money that is booked by hand changes the lines of the desk at once (R21.10)', async () => {
  const screen = await show();
  fake('enterReceipt', () => ({ id: '8', amount: 35, settled: [], toCredit: 35, gain: null }));
  await screen.getByRole('button', { name: 'Enter money that came from Nadia Karim' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Amount in USD').fill('35');
  await dialog.getByLabelText('Day it arrived').fill('2026-11-22');
  await dialog.getByRole('button', { name: 'Review' }).click();
  const before = asked;
  await dialog.getByRole('button', { name: 'Book $35' }).click();
  await expect.poll(() => asked).toBeGreaterThan(before);
});

test('a refusal stands in the dialog of its own line alone, and goes with it', async () => {
  const screen = await show();
  fake('setLineAside', () => ({ refusal: 'line_booked' }));
  const aside = screen.getByRole('button', { name: 'Set aside' });
  const dialog = screen.getByRole('dialog');
  await aside.first().click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Not ours');
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await aside.nth(1).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toBeVisible();
  expect(dialog.getByRole('alert').elements()).toEqual([]);
});
