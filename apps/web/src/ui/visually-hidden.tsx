import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Said by screen readers, not drawn. Its parent is its containing block, so it never widens a page. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
