import type { ReactNode } from 'react';
import { wordsOfMfi } from '../../lib/mfi-words.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { HeroPicture } from './hero-picture.tsx';
import styles from './start.module.css';

/** The MFI's own slogan and welcome, or ours where it has none, and the product in one sentence. */
export function Hero({ children }: { children: ReactNode }) {
  const { t, locale } = useText();
  const { data: mfi } = useMfi();
  const slogan = wordsOfMfi(mfi, 'slogan', locale);
  const welcome = wordsOfMfi(mfi, 'welcomeMessage', locale);
  return (
    <div className={styles.hero}>
      <div className={styles.heroRow}>
        <div className={styles.heroWords}>
          <p className={styles.slogan} dir="auto" lang={slogan.lang}>
            {slogan.words || t('identity.start.fallbackSlogan')}
          </p>
          <h1 className={styles.welcome} dir="auto" lang={welcome.lang}>
            {welcome.words || t('identity.start.fallbackWelcome')}
          </h1>
          <p className={styles.explanation}>{t('identity.start.explanation')}</p>
          <div className={styles.actions}>{children}</div>
        </div>
        <HeroPicture />
      </div>
    </div>
  );
}
