import { expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import SettlementsPage from './settlements-page.tsx';

type Settlement = DataOf<'findSettlement'>;
const MINA = { name: 'Mina Rahman', at: '2026-11-02T06:00:00.000Z' };
const JUTHI = { name: 'Juthi Das', at: '2026-11-03T06:00:00.000Z' };
const OCTOBER: Settlement = {
  month: '2026-10',
  state: 'open',
  first: null,
  second: null,
  selfApproved: false,
  events: [
    { event: 'backing', count: 3, amount: 140, selfApproved: 0 },
    { event: 'something_new', count: 1, amount: null, selfApproved: 1 },
  ],
  places: [{ place: 'escrow', opening: 20, closing: 160 }],
};

function show(settlement: Settlement) {
  startSession('token', OFFICER);
  const { events: _, places: __, ...signed } = settlement;
  fake('listSettlements', () => [signed]);
  fake('findSettlement', () => settlement);
  return renderPage(
    <MfiNameProvider value="ROI">
      <SettlementsPage />
    </MfiNameProvider>,
    { path: '/App/MFISettlements/ROI' },
  );
}

test('the statement of the last month is read and signed by the first of two (R34.3)', async () => {
  let signed: unknown;
  fake('signSettlement', ({ body }) => {
    signed = body;
    return { month: '2026-10', state: 'entered' };
  });
  const screen = await show(OCTOBER);
  await expect.element(screen.getByRole('heading', { name: 'ROI, October 2026' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Backed and not sent.*\$20.*\$160/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Backed.*3.*\$140.*0/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /something_new.*1.*–.*1/ })).toBeVisible();
  const sign = screen.getByRole('button', { name: 'Sign first' });
  await expect.element(sign).toHaveAttribute('data-help', 'signSettlement');
  await sign.click();
  await expect.poll(() => signed).toEqual({ month: '2026-10' });
});

test.each([
  ['forgiven', 'Forgiven by backers'],
  ['written_off', 'Loans written off'],
  ['debt_taken_over', 'Debts taken over by the institution'],
  ['payout_unsent', 'Credit paid out, taken back'],
  ['payout_unfailed', 'Failed paying out, taken back'],
  ['agreeDay', 'Agreed a day of an account'],
  ['decideRate', 'Decided over a rate'],
  ['confirmReceipt', 'Confirmed that money came'],
])('the statement says %s in words', async (event, words) => {
  const screen = await show({ ...OCTOBER, events: [{ event, count: 2, amount: null, selfApproved: 0 }] });
  await expect.element(screen.getByRole('row', { name: new RegExp(`^What ${words} How often 2`) })).toBeVisible();
});

test('a second person who signed first is told why it is refused (R34.3)', async () => {
  fake('confirmSettlement', () => ({ refusal: 'second_person_needed' }));
  const screen = await show({ ...OCTOBER, state: 'entered', first: MINA });
  await expect.element(screen.getByText(/Mina Rahman, 02\/11\/2026/)).toBeVisible();
  const confirm = screen.getByRole('button', { name: 'Sign and lock' });
  await expect.element(confirm).toHaveAttribute('data-help', 'signSettlement');
  await confirm.click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/ROI, October 2026.*locks this month for ever/);
  expect(screen.getByRole('alert').elements()).toEqual([]);
  await question.getByRole('button', { name: 'Yes, sign and lock' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

test('a month that two have signed has both names and nothing to press but printing', async () => {
  const screen = await show({ ...OCTOBER, state: 'locked', first: MINA, second: JUTHI });
  await expect.element(screen.getByText(/Juthi Das, 03\/11\/2026/)).toBeVisible();
  await expect.element(screen.getByText('Signed by two. Nothing of it can change.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Sign/ })).not.toBeInTheDocument();
});
