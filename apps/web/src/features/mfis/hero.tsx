import type { ReactNode } from 'react';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { HeroPicture } from './hero-picture.tsx';
import styles from './start.module.css';

/** The MFI's own slogan and welcome, or ours where it has none, and the product in one sentence. */
export function Hero({ children }: { children: ReactNode }) {
  const { t } = useText();
  const { data: mfi } = useMfi();
  return (
    <div className={styles.hero}>
      <div className={styles.heroRow}>
        <div className={styles.heroWords}>
          <p className={styles.slogan} dir="auto">
            {mfi?.slogan || t('identity.start.fallbackSlogan')}
          </p>
          <h1 className={styles.welcome} dir="auto">
            {mfi?.welcomeMessage || t('identity.start.fallbackWelcome')}
          </h1>
          <p className={styles.explanation}>{t('identity.start.explanation')}</p>
          <div className={styles.actions}>{children}</div>
        </div>
        <HeroPicture />
      </div>
    </div>
  );
}
