import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MfiNameProvider } from '../lib/paths.ts';
import { startSession } from '../lib/session.ts';
import type { DataOf } from '../lib/wire.ts';
import MfiPage from '../pages/mfi/mfi-page.tsx';
import { fake } from './fake-endpoint.ts';
import { OFFICER, ROI } from './people.ts';
import { SEWING_MACHINE } from './proposals.ts';
import { renderPage } from './render-page.tsx';

const dollars = (amount: string) => [{ amount, currency: 'USD' as const }];
const box = (count: number) => ({
  count,
  balance: count * 10,
  amount: count * 100,
  sums: { balance: dollars(`${count * 10}`), amount: dollars(`${count * 100}`) },
});
export const ENTRY = {
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
/** A payment of which only its day is known. */
export const PAYMENT = {
  ...ENTRY,
  paymentId: '4',
  channel: null,
  reference: null,
  paidOn: '2026-11-22',
  hasSlip: false,
};
export const NONE = { count: 0, oldestAt: null, entries: [] };
export const QUEUES: DataOf<'mfiQueues'> = {
  toApprove: { count: 1, oldestAt: ENTRY.waitingSince, entries: [ENTRY] },
  toRelease: NONE,
  withdrawalsToSend: NONE,
  paymentsToApprove: { count: 1, oldestAt: ENTRY.waitingSince, entries: [{ ...PAYMENT, amount: 8.33 }] },
  cannotPay: NONE,
  inDoubt: NONE,
  payoutsToSend: { count: 0, oldestAt: null },
  linesToMatch: { count: 0 },
  tillsToReceive: { count: 0 },
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
  writtenOff: 0,
  par30: 0.25,
  late: NONE,
  buckets: [
    { bucket: '1-30', loansCount: 0, outstanding: 0, sums: [] },
    { bucket: '31-60', loansCount: 1, outstanding: 50, sums: dollars('50') },
    { bucket: '61-90', loansCount: 0, outstanding: 0, sums: [] },
    { bucket: '>90', loansCount: 0, outstanding: 0, sums: [] },
  ],
};

/** The dashboard on a desk: a phone leaves out what a row can do. */
export function useDashboard() {
  const before = { width: innerWidth, height: innerHeight };
  beforeEach(() => page.viewport(1280, 900));
  afterEach(async () => {
    vi.restoreAllMocks();
    await page.viewport(before.width, before.height);
  });
  return dashboard;
}

function dashboard({ statuses = [] as (string | undefined)[], waiting = QUEUES, late = LATENESS.late } = {}) {
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

export const openTab = (screen: Screen, name: RegExp) => screen.getByRole('tab', { name }).click();
export type Screen = Awaited<ReturnType<typeof dashboard>>;
