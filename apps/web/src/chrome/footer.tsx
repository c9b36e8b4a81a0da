import type { ReactNode } from 'react';
import { useText } from '../lib/text.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './chrome.module.css';
import type { ChromeMfi } from './top-bar.tsx';

/** `documentation` is the place of the link to the documentation. */
export function Footer({ mfi, documentation }: { mfi: ChromeMfi | undefined; documentation?: ReactNode }) {
  const { t } = useText();
  return (
    <footer className={styles.foot}>
      <div className={styles.footRow}>
        {documentation}
        {mfi?.phone && (
          <a href={`tel:${mfi.phone.replace(/[^\d+]/g, '')}`}>
            <Icon name="phone" size="small" />
            <bdi dir="ltr">{mfi.phone}</bdi>
          </a>
        )}
        {mfi?.email && (
          <a href={`mailto:${mfi.email}`}>
            <Icon name="mail" size="small" />
            <bdi dir="ltr">{mfi.email}</bdi>
          </a>
        )}
        <span className={styles.powered}>{t('common.poweredBy')}</span>
      </div>
    </footer>
  );
}
