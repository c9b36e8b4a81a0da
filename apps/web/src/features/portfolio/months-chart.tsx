import { INTL_LOCALE } from '../../lib/locale.ts';
import { type Text, useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Chart, ChartLegend, ChartTable } from '../../ui/chart.tsx';
import { classes } from '../../ui/classes.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './months-chart.module.css';

type Month = DataOf<'findPortfolio'>['months'][number];

const SLOT = 108;
const BAR = 40;
const TOP = 22;
const HEIGHT = 120;
const FOOT = 40;
/** From here on the figure above a bar has no cents, or it would run into the next one. */
const WIDE_AMOUNT = 100;

type Props = {
  months: readonly Month[];
  /** `YYYY-MM`. */
  currentMonth: string;
};

/** Two bars for each month: what the plans promise and what came. The table says the same to whoever cannot see them. */
export function MonthsChart({ months, currentMonth }: Props) {
  const { t, format } = useText();
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
  const text = useText();
  const { t, format } = text;
  return (
    <DataTable
      caption={t('portfolio.months.caption')}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        {
          header: t('portfolio.months.month'),
          cell: ({ month }) => partOf(month, { month: 'long', year: 'numeric' }, text),
        },
        { header: t('portfolio.months.expected'), cell: ({ expected }) => format.money(expected), numeric: true },
        { header: t('portfolio.months.received'), cell: ({ received }) => format.money(received), numeric: true },
      ]}
    />
  );
}

function Bars({ months, currentMonth, summary }: Props & { summary: string }) {
  const { direction } = useText();
  const isMirrored = direction === 'rtl';
  const width = months.length * SLOT;
  const highest = Math.max(...months.flatMap(({ expected, received }) => [expected, received]));
  const next = months.findIndex(({ month }) => month >= currentMonth);
  const current = next === -1 ? months.length - 1 : next;
  // The present is in sight, with the month before it.
  return (
    <Chart summary={summary} width={width} height={TOP + HEIGHT + FOOT} seenAt={(current - 1) * SLOT}>
      <path className={styles.line} d={`M0 ${TOP + HEIGHT}H${width}`} />
      {months.map((month, index) => (
        <MonthBars
          key={month.month}
          month={month}
          x={(isMirrored ? months.length - 1 - index : index) * SLOT}
          scale={highest > 0 ? HEIGHT / highest : 0}
          isNow={month.month === currentMonth}
          hasYear={index === 0 || month.month.endsWith('-01')}
        />
      ))}
    </Chart>
  );
}

type MonthBarsProps = { month: Month; x: number; scale: number; isNow: boolean; hasYear: boolean };

function MonthBars({ month, x, scale, isNow, hasYear }: MonthBarsProps) {
  const text = useText();
  const centre = x + SLOT / 2;
  const [first, second] = [centre - BAR / 2 - 3, centre + BAR / 2 + 3];
  const isMirrored = text.direction === 'rtl';
  return (
    <g>
      <AmountBar
        className={styles.expected}
        amount={month.expected}
        scale={scale}
        centre={isMirrored ? second : first}
      />
      <AmountBar
        className={styles.received}
        amount={month.received}
        scale={scale}
        centre={isMirrored ? first : second}
      />
      <text className={classes(styles.month, isNow && styles.now)} x={centre} y={TOP + HEIGHT + 18}>
        {partOf(month.month, { month: 'short' }, text)}
      </text>
      {hasYear && (
        <text className={styles.year} x={centre} y={TOP + HEIGHT + 34}>
          {partOf(month.month, { year: 'numeric' }, text)}
        </text>
      )}
    </g>
  );
}

type AmountBarProps = { className: string | undefined; amount: number; scale: number; centre: number };

function AmountBar({ className, amount, scale, centre }: AmountBarProps) {
  const { format } = useText();
  if (amount === 0) return null;
  const height = Math.max(2, amount * scale);
  const bottom = TOP + HEIGHT;
  return (
    <>
      <rect className={className} x={centre - BAR / 2} y={bottom - height} width={BAR} height={height} rx="4" />
      <text className={styles.amount} x={centre} y={bottom - height - 6}>
        {format.money(amount < WIDE_AMOUNT ? amount : Math.round(amount))}
      </text>
    </>
  );
}

function partOf(month: string, parts: Intl.DateTimeFormatOptions, { locale }: Text): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(INTL_LOCALE[locale], { ...parts, timeZone: 'UTC' }).format(day);
}
