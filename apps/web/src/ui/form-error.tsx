import type { ReactNode } from 'react';
import styles from './form.module.css';
import { Icon } from './icon.tsx';

/** A failure, beside the thing that failed, announced when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p className={styles.error} role="alert">
      <Icon name="alert-circle" />
      {children}
    </p>
  );
}
