import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './tokens.css';
import './base.css';
import { Badge } from './badge.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Row } from './page.tsx';

const WARNINGS = (
  <Row>
    <Badge tone="warm">Another name</Badge>
    <Badge tone="warm">Several people, one account</Badge>
  </Row>
);
const ROWS: ReactNode[][] = [
  ['Rahima Begum Chowdhury', 'Money of a loan', 'BDT 12,234.56 ($100)', 'Bank account · ••••0118', WARNINGS, 'Loan'],
  ['ROI · 20/11/2026', '$15', '••••0118', 'Asked for, and sent from 20/11/2026 10:00 AM on', '', ''],
];

test('a dense row on a phone gives its words room, and lays none over another', async () => {
  await page.viewport(360, 640);
  const columns: Column<ReactNode[]>[] = ROWS[0]!.map((_, place) => ({
    header: `Column ${place}`,
    cell: (row) => row[place],
    numeric: place === 2,
  }));
  const screen = await render(
    <DataTable isDense caption="Requests" rows={ROWS} rowKey={(row) => `${ROWS.indexOf(row)}`} columns={columns} />,
  );
  const cells = screen.getByRole('cell').elements();
  expect(cells).toHaveLength(10);
  for (const cell of cells) {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const words = range.getBoundingClientRect();
    const { left, right } = cell.getBoundingClientRect();
    expect([words.left >= left - 1, words.right <= right + 1], cell.textContent).toEqual([true, true]);
    expect(right, cell.textContent).toBeLessThanOrEqual(360);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    expect(lines, cell.textContent).toBeLessThan(7);
  }
});
