import { expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { ORDER } from '../../test/pay-ins.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { OnTheWay } from './on-the-way.tsx';

const proposal = { ...SEWING_MACHINE, status: 4 as const, currentBalance: 400, awaitedAmount: 60.5, backersAwaited: 2 };
const payer = (userId: string, name: string): DataOf<'listAwaited'>[number] => ({
  userId,
  name,
  phone: '+8801711000120',
  reference: ORDER.reference,
  amountDue: 35,
  payBy: '2026-11-29',
  told: { paidOn: '2026-11-22', channel: 'bank', reference: null, slip: null },
  items: ORDER.items,
});

test('backers and the owner read what came and what is on the way, and of nobody by name', async () => {
  const screen = await renderPage(<OnTheWay proposal={proposal} isStaff={false} />, { path: '/App/proposal' });
  await expect.element(screen.getByText(/\$339\.50.* received, .*\$60\.50.* on the way/)).toBeVisible();
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
});

test('staff read from whom and until when, for this loan alone', async () => {
  fake('listAwaited', () => [payer('20', 'Nadia Karim'), { ...payer('21', 'Joao'), items: ORDER.items.slice(1) }]);
  const screen = await renderPage(<OnTheWay proposal={proposal} isStaff />, { path: '/App/proposal' });
  const rows = screen.getByRole('table', { name: 'Still on the way' }).getByRole('row');
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/Nadia Karim.*\$15.*by .*29\/11\/2026.*Says paid on .*22\/11\/2026/);
  await expect
    .element(rows.nth(1).getByRole('link', { name: 'Nadia Karim' }))
    .toHaveAttribute('href', '/App/MFIPeople/ROI?person=20');
  expect(rows.elements()).toHaveLength(2);
});
