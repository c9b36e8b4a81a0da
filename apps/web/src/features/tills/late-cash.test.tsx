import { beforeEach, expect, test } from 'vitest';
import {
  forgetRound,
  type KeptCash,
  keepRound,
  type KeptRound,
  onRoundsChange,
  roundsNow,
} from '../../lib/kept-cash.ts';
import { startSession } from '../../lib/session.ts';
import type { BodyOf, DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Round } from './round.tsx';
import { TillList } from './till-list.tsx';

type Till = DataOf<'listTills'>[number];
type Sent = BodyOf<'enterTillEntries'>['entries'][number];

const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const till = (number: number, changes: Partial<Till>): Till => ({
  id: String(7000 + number),
  number,
  day: '2026-01-31',
  officerId: OFFICER.id,
  officerName: 'Mina Rahman',
  accountId: '12',
  state: 'open',
  float: usd('0.00'),
  expected: usd('0.00'),
  counted: null,
  received: null,
  reasons: [],
  missing: [],
  later: [],
  entries: [],
  mayClose: false,
  mayReceive: false,
  ...changes,
});
const closed = { state: 'closed', counted: usd('0.00') } as const;
const cash: KeptCash = {
  clientId: 'late',
  number: 3,
  reference: 'RF39 1000 0026',
  name: 'Rahima Begum',
  amount: '4.00',
  paidOn: '2026-01-31',
  result: null,
  signedBy: null,
};
const roundOf = (number: number, more: Partial<KeptRound>): KeptRound => ({
  userId: OFFICER.id,
  tillId: String(7000 + number),
  number,
  mfiId: '3',
  mfiName: 'ROI',
  currency: 'USD',
  float: '0.00',
  cash: [],
  ...more,
});
const keptAt = (number: number) => roundsNow()?.find(({ tillId }) => tillId === String(7000 + number))?.cash;

function show(tills: readonly Till[], sent: Sent[]) {
  startSession('token', OFFICER);
  fake('listTills', () => [...tills]);
  fake('readCollectionSheet', () => []);
  fake('listMoneyAccounts', () => []);
  fake('enterTillEntries', ({ query, body: { entries } }) => {
    sent.push(...entries);
    const isOpen = tills.some(({ id, state }) => id === query.id && state === 'open');
    const result = isOpen ? 'taken' : 'till_closed';
    return { results: entries.map(({ clientId }) => ({ clientId, result, receipt: null })) };
  });
  return renderPage(<Round mfi={{ id: '3', name: 'ROI', timeZone: 'UTC' }} />, { path: '/App/MFIRound/ROI' });
}

let serial = 0;
beforeEach(() => {
  serial += 10;
  const stop = onRoundsChange(() => {});
  return async () => {
    for (const { tillId } of roundsNow() ?? []) await forgetRound(tillId);
    stop();
  };
});

test('R22.5 cash of a till that was closed without it is seen, and holds up no new round', async () => {
  await keepRound(roundOf(serial, { cash: [cash, { ...cash, clientId: 'in', number: 1, result: 'taken' }] }));
  const screen = await show([till(serial, closed)], []);
  const panel = screen.getByRole('region', { name: `Till ${serial} was closed without this cash` });
  await expect.element(panel.getByText('Receipt 3, Rahima Begum')).toBeVisible();
  await expect.element(panel.getByText('$4', { exact: true })).toBeVisible();
  expect(panel.getByText('Receipt 1').elements()).toEqual([]);
  await expect.element(screen.getByText('This office has no till yet')).toBeVisible();
});

test('R22.5 the next round takes late cash along under the number of its receipt', async () => {
  await keepRound(roundOf(serial, { cash: [cash] }));
  const sent: Sent[] = [];
  const screen = await show([till(serial + 1, {}), till(serial, closed)], sent);
  const bar = screen.getByRole('region', { name: `Till ${serial + 1}` });
  await expect.element(bar.getByText(/In hand: \$4/)).toBeVisible();
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject({ clientId: 'late', number: 3, numberedBy: String(7000 + serial) });
  await expect.poll(() => keptAt(serial)).toBe(undefined);
  await expect.poll(() => keptAt(serial + 1)?.map(({ result }) => result)).toEqual(['taken']);
  expect(screen.getByText(`Till ${serial} was closed without this cash`).elements()).toEqual([]);
});

test('R22.5 late cash of another money waits for a round in that money', async () => {
  await keepRound(roundOf(serial, { currency: 'BDT', cash: [cash] }));
  const sent: Sent[] = [];
  const screen = await show([till(serial + 1, {}), till(serial, closed)], sent);
  await expect.element(screen.getByText(/Begin your next round in BDT/)).toBeVisible();
  await expect.element(screen.getByRole('region', { name: `Till ${serial + 1}` })).toBeVisible();
  expect(sent.filter(({ numberedBy }) => numberedBy !== undefined)).toEqual([]);
  expect(keptAt(serial)).toHaveLength(1);
});

test('R22.5 late cash that is late once more keeps the till that numbered it', async () => {
  const first = { id: '6999', number: 1 };
  await keepRound(roundOf(serial, { cash: [{ ...cash, numberedBy: first, result: 'till_closed' }] }));
  const sent: Sent[] = [];
  await show([till(serial + 1, {})], sent);
  await expect.poll(() => sent.at(-1)).toMatchObject({ number: 3, numberedBy: first.id });
});

test('R22.6 the list of tills says where the cash of a receipt is that came after the closing', async () => {
  startSession('token', OFFICER);
  const entry = {
    clientId: 'late',
    number: 3,
    numberedBy: { id: '7001', number: 1 },
    state: 'taken' as const,
    result: null,
    reference: 'RF39 1000 0026',
    name: 'Rahima Begum',
    local: usd('4.00'),
    paidOn: '2026-01-31',
    note: '',
    signedBy: null,
    receipt: null,
  };
  fake('listTills', () => [till(2, { entries: [entry] }), till(1, { ...closed, later: [{ number: 3, till: 2 }] })]);
  const screen = await renderPage(<TillList mfiId="3" />, { path: '/App/MFITills/ROI' });
  await expect.element(screen.getByText('Receipt 3 came after the closing and is in till 2')).toBeVisible();
  await expect.element(screen.getByText('3 of till 1')).toBeVisible();
});
