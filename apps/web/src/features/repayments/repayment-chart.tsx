import { useId } from 'react';
import { dollarsOf } from '@sathi/domain/money.ts';
import { INTL_LOCALE } from '../../lib/locale.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { Chart } from '../../ui/chart.tsx';
import { classes } from '../../ui/classes.ts';
import { type BarState, type InstalmentBar, nextDue } from './instalment-bars.ts';
import styles from './repayment-chart.module.css';

const SLOT = 52;
const BAR = 34;
const TOP = 24;
const HEIGHT = 96;
const FOOT = 40;

/** A sign above each bar, so that its colour is not alone: check, clock, exclamation mark. */
const SIGNS: Record<BarState, string> = {
  paid: 'm-5 0 3.5 3.5 6.5-7',
  pending: 'M0-6a6 6 0 1 0 0 12a6 6 0 0 0 0-12ZM0-3v3l2.5 1.5',
  late: 'M0-6V1M0 5v.1',
  due: 'M-4-2 0 3 4-2',
  upcoming: '',
};

/** One bar a month, filled from below with what is paid and what waits. The table beside it says the same in words. */
export function RepaymentChart({ bars, summary }: { bars: readonly InstalmentBar[]; summary: string }) {
  const text = useText();
  const pattern = useId();
  const isMirrored = text.direction === 'rtl';
  const highest = Math.max(...bars.map((bar) => bar.amountCents));
  const current = nextDue(bars)?.number ?? 1;
  // The month that matters is in sight, with the two before it.
  return (
    <Chart summary={summary} width={bars.length * SLOT} height={TOP + HEIGHT + FOOT} seenAt={(current - 3) * SLOT}>
      <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={styles.pendingGround} />
        <rect width="3" height="6" className={styles.pendingStripe} />
      </pattern>
      {bars.map((bar, index) => (
        <Bar
          key={bar.number}
          bar={bar}
          x={(isMirrored ? bars.length - 1 - index : index) * SLOT}
          scale={HEIGHT / highest}
          fill={`url(#${pattern})`}
          month={monthOf(bar.dueOn, text)}
          year={index === 0 || bar.dueOn.slice(5, 7) === '01' ? yearOf(bar.dueOn, text) : ''}
        />
      ))}
    </Chart>
  );
}

type BarProps = { bar: InstalmentBar; x: number; scale: number; fill: string; month: string; year: string };

function Bar({ bar, x, scale, fill, month, year }: BarProps) {
  const { format } = useText();
  const bottom = TOP + HEIGHT;
  const height = bar.amountCents * scale;
  const paid = bar.paidCents * scale;
  const pending = bar.pendingCents * scale;
  const left = x + (SLOT - BAR) / 2;
  const centre = x + SLOT / 2;
  return (
    <g className={classes(styles.bar, styles[bar.state])}>
      <title>{`${format.date(bar.dueOn)} · ${format.money(dollarsOf(bar.amountCents))}`}</title>
      <rect className={styles.whole} x={left} y={bottom - height} width={BAR} height={height} rx="6" />
      {pending > 0 && <rect x={left} y={bottom - paid - pending} width={BAR} height={pending} rx="6" fill={fill} />}
      {paid > 0 && <rect className={styles.filled} x={left} y={bottom - paid} width={BAR} height={paid} rx="6" />}
      <path className={styles.sign} d={SIGNS[bar.state]} transform={`translate(${centre} ${TOP / 2})`} />
      <text className={styles.month} x={centre} y={bottom + 18}>
        {month}
      </text>
      <text className={styles.year} x={centre} y={bottom + 34}>
        {year}
      </text>
    </g>
  );
}

function monthOf(day: string, { locale }: Text): string {
  return new Intl.DateTimeFormat(INTL_LOCALE[locale], { month: 'short', timeZone: 'UTC' }).format(new Date(day));
}

function yearOf(day: string, { locale }: Text): string {
  return new Intl.DateTimeFormat(INTL_LOCALE[locale], { year: 'numeric', timeZone: 'UTC' }).format(new Date(day));
}
