import { useText } from '../lib/text.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './chrome.module.css';
import type { ChromeMfi } from './top-bar.tsx';

export function Footer({ mfi }: { mfi: ChromeMfi | undefined }) {
  const { t, locale } = useText();
  return (
    <footer className={styles.foot}>
      <div className={styles.footRow}>
        <a href={`/docs/${locale}/start`}>{t('common.documentation')}</a>
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
