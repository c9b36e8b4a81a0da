import { cents } from '@sathi/domain/money.ts';
import { Suspense } from 'react';
import { MonthsChart } from '../../features/portfolio/months-chart.tsx';
import type { Instalment, InstalmentState } from '../../features/repayments/instalments.ts';
import { MonthDots } from '../../features/repayments/month-dots.tsx';
import { useText } from '../../lib/text.tsx';
import { Card } from '../../ui/card.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { MoneyReview } from '../../ui/money-review.tsx';
import { Columns, Stack } from '../../ui/page.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Rows } from '../../ui/rows.tsx';
import { StepHead } from '../../ui/step-head.tsx';
import { WorkTable } from '../../ui/work-table.tsx';

const STATES: readonly InstalmentState[] = ['paid', 'paid', 'pending', 'late', 'due', 'upcoming', 'upcoming'];
const INSTALMENTS: Instalment[] = STATES.map((state, index) => ({
  number: index + 1,
  dueOn: `2026-0${index + 1}-03`,
  amountCents: cents(833),
  paidCents: cents(state === 'paid' ? 833 : 0),
  pendingCents: cents(state === 'pending' ? 833 : 0),
  state,
  local: null,
}));
const MONTHS = [
  { month: '2026-01', expected: 25, received: 25, open: 0 },
  { month: '2026-02', expected: 25, received: 20, open: 5 },
  { month: '2026-03', expected: 33.33, received: 0, open: 33.33 },
];
const WORK = [
  { id: '1', title: 'A sewing machine for the shop', borrower: 'Amina Begum', days: 3, amount: 400 },
  { id: '2', title: 'Two goats', borrower: 'Lakshmi Naskar', days: 11, amount: 150 },
];

/** Rows, months, steps that can be heard, and the table of the offices: the parts that show and move money. */
export function DevUiMoney() {
  const { format } = useText();
  return (
    <Stack>
      <Columns>
        <Card padded>
          <Rows
            label="Loans"
            rows={WORK.map(({ id, title, amount, days }) => ({
              key: id,
              href: `#${id}`,
              title,
              figure: format.money(amount),
              about: `Paying back · next in ${days} days`,
              note: `${format.money(amount / 4)} back`,
            }))}
          />
          <MonthDots instalments={INSTALMENTS} currency={null} />
          <ProgressBar value={140} max={400} sentence="$140 of $400 · 6 backers · 9 days left" />
        </Card>
        <Card padded>
          <Stack>
            <StepHead step={1} count={3} title="How much, and how long" />
            <ListenButton text="How much do you need? Each month you pay the sum below." />
            <MoneyReview
              rows={[
                { label: 'Your amount', value: '$25 USD' },
                { label: 'Loan', value: 'Two goats' },
              ]}
              refusal="Only $20 is left."
            />
          </Stack>
        </Card>
      </Columns>
      <Suspense fallback={null}>
        <MonthsChart months={MONTHS} currentMonth="2026-02" />
      </Suspense>
      <WorkTable
        caption="To check"
        rows={WORK}
        rowKey={({ id }) => id}
        columns={[
          { key: 'title', header: 'Loan', cell: ({ title }) => title, sortBy: ({ title }) => title, place: 'title' },
          { key: 'borrower', header: 'Borrower', cell: ({ borrower }) => borrower, place: 'about' },
          {
            key: 'days',
            header: 'Waits',
            cell: ({ days }) => `${days} days`,
            sortBy: ({ days }) => days,
            place: 'note',
          },
          {
            key: 'amount',
            header: 'Amount',
            cell: ({ amount }) => format.money(amount),
            sortBy: ({ amount }) => amount,
            numeric: true,
            place: 'figure',
          },
        ]}
      />
    </Stack>
  );
}
