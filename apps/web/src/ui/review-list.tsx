import type { ReactNode } from 'react';
import styles from './review-list.module.css';

/** The key is of a row whose label others may have too. */
type ReviewRow = { key?: string; label: string; value: ReactNode };

/** The facts of a decision, one a line, to be read before the yes. */
export function ReviewList({ rows }: { rows: readonly ReviewRow[] }) {
  return (
    <dl className={styles.list}>
      {rows.map((row) => (
        <div key={row.key ?? row.label} className={styles.row}>
          <dt className={styles.label}>{row.label}</dt>
          <dd className={styles.value} dir="auto">
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
