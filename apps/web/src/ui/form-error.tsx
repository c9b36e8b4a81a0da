import type { ReactNode } from 'react';
import styles from './form.module.css';
import { Icon } from './icon.tsx';

/** What went wrong, kept beside the thing it went wrong with and announced when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p className={styles.error} role="alert">
      <Icon name="alert-circle" />
      {children}
    </p>
  );
}
