import { type MoneyText, useMoneyText } from '../../lib/text.tsx';
import { ChartLegend, ChartTable } from '../../ui/chart.tsx';
import { classes } from '../../ui/classes.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Grain, type Month, monthName, type Span, spansOf } from './months.ts';
import styles from './months-chart.module.css';

const TOP = 22;
const HEIGHT = 120;
const FOOT = 40;
/** The most bars that have figures above them: with more, the figures would run into each other. */
const FIGURES_MAX = 6;

type Props = {
  months: readonly Month[];
  /** `YYYY-MM`. */
  currentMonth: string;
};

/** One bar per month, quarter or year: the sum that the plans expect, filled with the sum received; also as a table. */
export function MonthsChart({ months, currentMonth }: Props) {
  const { t, format } = useMoneyText();
  const sum = (key: 'expected' | 'received') => months.reduce((total, month) => total + month[key], 0);
  const summary = t('portfolio.months.summary', {
    received: format.money(sum('received').toFixed(2)),
    expected: format.money(sum('expected').toFixed(2)),
    count: months.length,
  });
  return (
    <Panel title={t('portfolio.months.title')}>
      {months.length === 0 ? (
        <p>{t('portfolio.months.empty')}</p>
      ) : (
        <>
          <ChartLegend
            keys={[
              { label: t('portfolio.months.expected'), look: styles.expectedKey },
              { label: t('portfolio.months.received'), look: styles.receivedKey },
            ]}
          />
          <Bars months={months} currentMonth={currentMonth} summary={summary} />
          <ChartTable label={t('portfolio.months.asTable')}>
            <MonthsTable months={months} />
          </ChartTable>
        </>
      )}
    </Panel>
  );
}

function MonthsTable({ months }: Pick<Props, 'months'>) {
  const { t, format } = useMoneyText();
  return (
    <DataTable
      caption={t('portfolio.months.caption')}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        {
          header: t('portfolio.months.month'),
          cell: ({ month }) => monthName(month, { month: 'long', year: 'numeric' }, format.tag),
        },
        { header: t('portfolio.months.expected'), cell: ({ expected }) => format.money(expected), numeric: true },
        { header: t('portfolio.months.received'), cell: ({ received }) => format.money(received), numeric: true },
      ]}
    />
  );
}

function Bars({ months, currentMonth, summary }: Props & { summary: string }) {
  const text = useMoneyText();
  const { grain, spans } = spansOf(months);
  const slot = 100 / spans.length;
  const highest = Math.max(...spans.flatMap(({ expected, received }) => [expected, received]));
  const now = spans.findLast(({ first }) => first <= currentMonth)?.first;
  const isMirrored = text.direction === 'rtl';
  return (
    <svg className={styles.chart} width="100%" height={TOP + HEIGHT + FOOT} role="img" aria-label={summary}>
      <line className={styles.line} x1="0" x2="100%" y1={TOP + HEIGHT} y2={TOP + HEIGHT} />
      {spans.map((span, index) => (
        <SpanBar
          key={span.first}
          span={span}
          start={(isMirrored ? spans.length - 1 - index : index) * slot}
          slot={slot}
          scale={highest > 0 ? HEIGHT / highest : 0}
          isNow={span.first === now}
          hasFigure={spans.length <= FIGURES_MAX}
          hasYear={grain !== 'year' && (index === 0 || span.first.endsWith('-01'))}
          name={nameOf(span, { grain, isNarrow: spans.length > FIGURES_MAX }, text)}
        />
      ))}
    </svg>
  );
}

function nameOf(
  { first }: Span,
  { grain, isNarrow }: { grain: Grain; isNarrow: boolean },
  { t, format }: MoneyText,
): string {
  if (grain === 'quarter') return t('portfolio.months.quarter', { number: String((Number(first.slice(5)) + 2) / 3) });
  const parts = grain === 'year' ? ({ year: 'numeric' } as const) : ({ month: isNarrow ? 'narrow' : 'short' } as const);
  return monthName(first, parts, format.tag);
}

type SpanBarProps = {
  span: Span;
  /** Hundredths of the width. */
  start: number;
  slot: number;
  scale: number;
  isNow: boolean;
  hasFigure: boolean;
  hasYear: boolean;
  name: string;
};

function SpanBar({ span, start, slot, scale, isNow, hasFigure, hasYear, name }: SpanBarProps) {
  const { format } = useMoneyText();
  const { expected, received } = span;
  const centre = `${start + slot / 2}%`;
  const top = TOP + HEIGHT - Math.max(expected, received) * scale;
  return (
    <g>
      <AmountBar className={styles.expected} amount={expected} scale={scale} start={start} slot={slot} part={0.7} />
      <AmountBar className={styles.received} amount={received} scale={scale} start={start} slot={slot} part={0.46} />
      {hasFigure && (
        <text className={styles.amount} x={centre} y={top - 6}>
          {format.money(Math.round(received > 0 ? received : expected))}
        </text>
      )}
      <text className={classes(styles.month, isNow && styles.now)} x={centre} y={TOP + HEIGHT + 18}>
        {name}
      </text>
      {hasYear && (
        <text className={styles.year} x={centre} y={TOP + HEIGHT + 34}>
          {monthName(span.first, { year: 'numeric' }, format.tag)}
        </text>
      )}
    </g>
  );
}

type AmountBarProps = {
  className: string | undefined;
  amount: number;
  scale: number;
  start: number;
  slot: number;
  /** The share of the width of its slot, from 0 to 1. */
  part: number;
};

function AmountBar({ className, amount, scale, start, slot, part }: AmountBarProps) {
  if (amount === 0) return null;
  const height = Math.max(2, amount * scale);
  const x = `${start + (slot * (1 - part)) / 2}%`;
  return (
    <rect className={className} x={x} y={TOP + HEIGHT - height} width={`${slot * part}%`} height={height} rx="3" />
  );
}
