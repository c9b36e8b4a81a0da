import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/**
 * Words that screen readers say and the page does not draw. Their parent is their containing block, so they never widen
 * a page.
 */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
