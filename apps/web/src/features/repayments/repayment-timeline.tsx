import { dollarsOf } from '@sathi/domain/money.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ChartLegend, ChartTable } from '../../ui/chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import { type BarState, type InstalmentBar, instalmentBars, nextDue, openCents } from './instalment-bars.ts';
import { RepaymentChart } from './repayment-chart.tsx';
import styles from './repayment-chart.module.css';

const STATES: Record<BarState, { word: TextKey; tone: Tone; look: string | undefined }> = {
  paid: { word: 'money.timeline.paid', tone: 'good', look: styles.paidKey },
  pending: { word: 'money.timeline.pending', tone: 'info', look: styles.pendingKey },
  late: { word: 'money.timeline.late', tone: 'bad', look: styles.lateKey },
  due: { word: 'money.timeline.due', tone: 'accent', look: styles.dueKey },
  upcoming: { word: 'money.timeline.upcoming', tone: 'neutral', look: styles.upcomingKey },
};

/** How the loan is being paid back, month by month, and what comes next. */
export function RepaymentTimeline({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const bars = instalmentBars(proposal);
  if (bars.length === 0) return null;
  const paidCount = bars.filter((bar) => bar.state === 'paid').length;
  const summary = t('money.timeline.summary', { paid: format.number(paidCount), months: format.number(bars.length) });
  const present = (Object.keys(STATES) as BarState[]).filter((state) => bars.some((bar) => bar.state === state));
  return (
    <Panel title={t('money.timeline.title')}>
      <SummaryFigures
        figures={[
          { label: t('money.timeline.paidBack'), value: format.money(proposal.paidAmount) },
          { label: t('money.timeline.outstanding'), value: format.money(proposal.outstandingAmount) },
        ]}
      />
      <Next bars={bars} daysLate={proposal.daysLate} pendingAmount={proposal.pendingAmount} />
      <RepaymentChart bars={bars} summary={summary} />
      <ChartLegend
        label={t('money.timeline.legend')}
        keys={present.map((state) => ({ label: t(STATES[state].word), look: STATES[state].look }))}
      />
      <ChartTable label={t('money.timeline.showTable')}>
        <InstalmentTable bars={bars} caption={summary} />
      </ChartTable>
    </Panel>
  );
}

type NextProps = { bars: readonly InstalmentBar[]; daysLate: number; pendingAmount: number };

function Next({ bars, daysLate, pendingAmount }: NextProps) {
  const { t, format } = useText();
  const next = nextDue(bars);
  return (
    <>
      {next && (
        <Banner
          tone={next.state === 'late' ? 'bad' : 'info'}
          icon={next.state === 'late' ? 'alert-circle' : 'calendar'}
        >
          {t(next.state === 'late' ? 'money.timeline.nextLate' : 'money.timeline.nextDue', {
            amount: t('money.usd', { amount: format.money(dollarsOf(openCents(next))) }),
            date: format.date(next.dueOn),
            days: daysLate,
          })}
        </Banner>
      )}
      {pendingAmount > 0 && (
        <Banner tone="info" icon="clock">
          {t('money.waiting', { amount: format.money(pendingAmount) })}
        </Banner>
      )}
    </>
  );
}

function InstalmentTable({ bars, caption }: { bars: readonly InstalmentBar[]; caption: string }) {
  const { t, format } = useText();
  return (
    <DataTable
      caption={caption}
      rows={bars}
      rowKey={(bar) => String(bar.number)}
      columns={[
        { header: t('money.timeline.month'), cell: (bar) => format.number(bar.number) },
        { header: t('money.timeline.dueOn'), cell: (bar) => format.date(bar.dueOn) },
        { header: t('money.amount'), cell: (bar) => format.money(dollarsOf(bar.amountCents)), numeric: true },
        { header: t('money.timeline.paid'), cell: (bar) => format.money(dollarsOf(bar.paidCents)), numeric: true },
        {
          header: t('money.state'),
          cell: (bar) => <Badge tone={STATES[bar.state].tone}>{t(STATES[bar.state].word)}</Badge>,
        },
      ]}
    />
  );
}
