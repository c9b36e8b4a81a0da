import type { ReactNode } from 'react';
import styles from './chart.module.css';
import { classes } from './classes.ts';

type LegendProps = {
  /** Without a name it is for the eye alone, and other words say the same. */
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
