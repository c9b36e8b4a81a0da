import { type Cents, dollarsOf } from '@sathi/domain/money.ts';
import { isReleased } from '@sathi/domain/proposals.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { ChartTable } from '../../ui/chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Stack } from '../../ui/page.tsx';
import { type Instalment, INSTALMENT_LOOKS, instalmentsOf } from './instalments.ts';
import { MonthDots } from './month-dots.tsx';
import { useNextInstalment } from './next-instalment.tsx';

type Props = {
  proposal: ProposalDetails;
  /** False where the next payment and the dots stand already. */
  isWhole?: boolean;
};

/** The months of a loan: before the release a preview as if it began today, afterwards what is paid and due (R8.4). */
export function RepaymentPlan({ proposal, isWhole = true }: Props) {
  const { t } = useText();
  const instalments = instalmentsOf(proposal);
  const isPreview = !isReleased(statusOf(proposal));
  if (instalments.length === 0) return null;
  return (
    <Stack>
      {isPreview && <p>{t('proposal.plan.preview')}</p>}
      {!isPreview && isWhole && (
        <>
          <Next proposal={proposal} />
          <MonthDots instalments={instalments} currency={proposal.local?.currency ?? null} />
        </>
      )}
      <ChartTable label={t('proposal.plan.showAll', { count: instalments.length })}>
        <InstalmentTable instalments={instalments} isPreview={isPreview} currency={proposal.local?.currency} />
      </ChartTable>
    </Stack>
  );
}

function Next({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useText();
  const next = useNextInstalment(proposal);
  return next && <p>{t('money.next.sentence', { amount: next.amount, when: next.when })}</p>;
}

type TableProps = { instalments: readonly Instalment[]; isPreview: boolean; currency: string | undefined };

function InstalmentTable({ instalments, isPreview, currency }: TableProps) {
  const { t, format } = useText();
  // One money in a table: that of the loan, as its reader counts (R23.7).
  const sumOf = ({ local }: Instalment, part: 'amount' | 'paid', inCents: Cents) =>
    local && currency ? localAmount({ amount: local[part], currency }, format) : format.money(dollarsOf(inCents));
  const state = {
    header: t('money.state'),
    cell: (month: Instalment) => (
      <Badge tone={INSTALMENT_LOOKS[month.state].tone}>{t(INSTALMENT_LOOKS[month.state].word)}</Badge>
    ),
  };
  const paid = {
    header: t('money.timeline.paid'),
    cell: (month: Instalment) => sumOf(month, 'paid', month.paidCents),
    numeric: true,
  };
  return (
    <DataTable
      caption={t('proposal.plan.heading')}
      rows={instalments}
      rowKey={(month) => String(month.number)}
      columns={[
        { header: t('money.timeline.month'), cell: (month) => format.number(month.number) },
        { header: t('money.timeline.dueOn'), cell: (month) => format.date(month.dueOn) },
        { header: t('money.amount'), cell: (month) => sumOf(month, 'amount', month.amountCents), numeric: true },
        ...(isPreview ? [] : [paid, state]),
      ]}
    />
  );
}
