import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './rows.module.css';

export type TwoLines = {
  readonly key: string;
  readonly href: string;
  readonly title: string;
  /** Stands at the end of the first line. */
  readonly figure: string;
  readonly about: ReactNode;
  /** Stands under the figure. */
  readonly note?: ReactNode;
};

/** A list of two lines each, where every row leads to its page: what it is, and at the end what it comes to. */
export function Rows({ label, rows }: { label: string; rows: readonly TwoLines[] }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ key, href, title, figure, about, note }) => (
        <li key={key}>
          <Link href={href} className={styles.row}>
            <span className={styles.title} dir="auto">
              {title}
            </span>
            <span className={styles.figure}>{figure}</span>
            <span className={styles.about}>{about}</span>
            {note && <span className={styles.note}>{note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
