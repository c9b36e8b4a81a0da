import type { Format } from '../lib/format.ts';
import styles from './count-badge.module.css';

/** A number with three digits says no more than "many". */
const SHOWN_MAX = 99;

/** A count as its badge shows it, which is also how the name beside it says it (WCAG 2.5.3); null when there is none. */
export function shownCount(count: number, format: Format): string | null {
  if (count === 0) return null;
  return count > SHOWN_MAX ? `${format.number(SHOWN_MAX)}+` : format.number(count);
}

/** Shows a count in the upper corner of its parent, whose name says the same to screen readers. */
export function CountBadge({ shown }: { shown: string | null }) {
  return (
    shown !== null && (
      <span className={styles.count} aria-hidden="true">
        {shown}
      </span>
    )
  );
}
