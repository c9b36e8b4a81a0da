import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../lib/text.tsx';
import styles from './chart.module.css';
import { classes } from './classes.ts';

type Props = {
  /** The picture in a sentence. */
  summary: string;
  width: number;
  height: number;
  /** The distance from the beginning to the part that matters, in pixels. */
  seenAt: number;
  children: ReactNode;
};

/** A picture that may be wider than the page and scrolls within itself, in the direction of reading. */
export function Chart({ summary, width, height, seenAt, children }: Props) {
  const { direction } = useText();
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = direction === 'rtl' ? -seenAt : seenAt;
  }, [seenAt, direction]);
  return (
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="group" aria-label={summary}>
      <svg
        className={styles.chart}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary}
      >
        {children}
      </svg>
    </div>
  );
}

type LegendProps = {
  /** The name for screen readers. A legend without one is for the eye alone, and other words say the same. */
  label?: string;
  /** `look` gives border and background. */
  keys: readonly { label: string; look: string | undefined }[];
};

export function ChartLegend({ label, keys }: LegendProps) {
  return (
    <ul className={styles.legend} aria-label={label} aria-hidden={label === undefined || undefined}>
      {keys.map((key) => (
        <li key={key.label}>
          <ChartKey look={key.look}>{key.label}</ChartKey>
        </li>
      ))}
    </ul>
  );
}

/** Words with the look of their part of a chart. */
export function ChartKey({ look, children }: { look: string | undefined; children: ReactNode }) {
  return (
    <span className={styles.key}>
      <span className={classes(styles.swatch, look)} aria-hidden="true" />
      {children}
    </span>
  );
}

/** The same as a table, for readers who cannot see the picture or want the figures. */
export function ChartTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={styles.table}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
