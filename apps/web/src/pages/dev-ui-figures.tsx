import { useId } from 'react';
import { useText } from '../lib/text.tsx';
import type { ProposalStatusCode } from '../lib/status-words.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody } from '../ui/card.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Columns, Row, Stack } from '../ui/page.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type Step, Timeline } from '../ui/timeline.tsx';

type Payment = { id: string; day: string; amount: number; purpose: string };

const PAYMENTS: Payment[] = [
  { id: '1', day: '2026-03-03', amount: 8.33, purpose: 'Monthly payment' },
  { id: '2', day: '2026-04-03', amount: 8.33, purpose: 'Monthly payment' },
  { id: '3', day: '2026-05-03', amount: 400, purpose: 'The rest at once' },
];

const STEPS: Step[] = [
  { title: 'Published', detail: '03/03/2026', state: 'done' },
  { title: 'Checked by DCBS', detail: 'By Rahim, 04/03/2026', state: 'done' },
  { title: 'Collecting', detail: '$140 of $400', state: 'current' },
  { title: 'Payment reported', detail: 'The office is looking at it', state: 'waiting' },
  { title: 'April payment', detail: '5 days late', state: 'late' },
  { title: 'Repaid', state: 'upcoming' },
];

export function DevUiFigures() {
  const { format } = useText();
  const columns: Column<Payment>[] = [
    { header: 'Date', cell: (payment) => format.date(payment.day) },
    { header: 'For', cell: (payment) => payment.purpose },
    { header: 'Amount', cell: (payment) => format.money(payment.amount), numeric: true },
  ];
  return (
    <Columns>
      <Card padded>
        <DataTable caption="Payments" columns={columns} rows={PAYMENTS} rowKey={(payment) => payment.id} />
      </Card>
      <Card padded>
        <Timeline label="History" steps={STEPS} />
      </Card>
    </Columns>
  );
}

export function ExampleCard({ status }: { status: ProposalStatusCode }) {
  const headingId = useId();
  const { format } = useText();
  return (
    <Card as="article" labelledBy={headingId}>
      <Skeleton shape="picture" />
      <CardBody>
        <Stack gap="tight">
          <Row spread>
            <h3 id={headingId} dir="auto">
              A sewing machine for the shop
            </h3>
            <StatusBadge status={status} />
          </Row>
          <p dir="auto">Amina, Sylhet</p>
          <ProgressBar
            value={140}
            max={400}
            sentence={`${format.money(140)} / ${format.money(400)} · ${format.relativeDays(9)}`}
          />
          <Row spread>
            <Button>Back this loan</Button>
            <IconButton icon="arrow-forward" name="Share" />
          </Row>
        </Stack>
      </CardBody>
    </Card>
  );
}
