import type { ReactNode } from 'react';
import { useText } from '../lib/text.tsx';
import styles from './field-group.module.css';

type Props = { label: string; optional?: boolean | undefined; children: ReactNode };

/** Several controls under one name. */
export function FieldGroup({ label, optional, children }: Props) {
  const { t } = useText();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        {label}
        {optional && <span className={styles.optional}> ({t('common.optional')})</span>}
      </legend>
      {children}
    </fieldset>
  );
}
