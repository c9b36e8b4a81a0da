import { useMoneyText } from '../../lib/text.tsx';
import { Chart, ChartLegend } from '../../ui/chart.tsx';
import styles from './figures-chart.module.css';
import { quarterText } from './figure-words.ts';
import type { FigureRow } from './use-loan-figures.ts';

const TOP = 24;
const HEIGHT = 140;
const FOOT = 28;
const SLOT = 96;
const BAR = 56;

/** One bar for each quarter, filled with what was repaid. The tables say the same, and what a hidden figure leaves out. */
export function FiguresChart({ rows }: { rows: readonly FigureRow[] }) {
  const text = useMoneyText();
  const { t } = text;
  const quarters = rows.filter(({ quarter }) => quarter !== null).toReversed();
  const highest = Math.max(...quarters.map(({ lent }) => lent ?? 0));
  const width = quarters.length * SLOT;
  const place = (index: number) => (text.direction === 'rtl' ? quarters.length - 1 - index : index) * SLOT;
  return (
    <>
      <ChartLegend
        keys={[
          { label: t('figures.lent'), look: styles.lentKey },
          { label: t('figures.repaid'), look: styles.repaidKey },
        ]}
      />
      <Chart summary={t('figures.chartSummary')} width={width} height={TOP + HEIGHT + FOOT} seenAt={width}>
        <line className={styles.line} x1="0" x2={width} y1={TOP + HEIGHT} y2={TOP + HEIGHT} />
        {quarters.map((row, index) => (
          <QuarterBar key={row.quarter} row={row} start={place(index)} scale={highest > 0 ? HEIGHT / highest : 0} />
        ))}
      </Chart>
      {quarters.some(hasHole) && <p className={styles.note}>{t('figures.chartHidden')}</p>}
    </>
  );
}

function hasHole({ lent, repaid }: FigureRow): boolean {
  return lent === null || repaid === null;
}

function QuarterBar({ row, start, scale }: { row: FigureRow; start: number; scale: number }) {
  const text = useMoneyText();
  const lent = (row.lent ?? 0) * scale;
  const repaid = (row.repaid ?? 0) * scale;
  const centre = start + SLOT / 2;
  return (
    <g>
      <Bar className={styles.lent} start={start} height={lent} />
      <Bar className={styles.repaid} start={start} height={repaid} />
      {row.lent !== null && (
        <text className={styles.amount} x={centre} y={TOP + HEIGHT - lent - 8}>
          {text.format.money(Math.round(row.lent))}
        </text>
      )}
      <text className={styles.quarter} x={centre} y={TOP + HEIGHT + 20}>
        {quarterText(row.quarter, text)}
      </text>
    </g>
  );
}

function Bar({ className, start, height }: { className: string | undefined; start: number; height: number }) {
  if (height === 0) return null;
  const drawn = Math.max(2, height);
  return (
    <rect
      className={className}
      x={start + (SLOT - BAR) / 2}
      y={TOP + HEIGHT - drawn}
      width={BAR}
      height={drawn}
      rx="3"
    />
  );
}
