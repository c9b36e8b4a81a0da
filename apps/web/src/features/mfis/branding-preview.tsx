import { useEffect, useRef } from 'react';
import { wordsOfMfi } from '../../lib/mfi-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import styles from './branding.module.css';
import { type BrandingDraft, colorProblem, textsOf } from './branding-draft.ts';

type Props = { name: string; logo: string; draft: BrandingDraft };

/** The head of the start page as it would be. A colour that cannot be read, or is still being typed, is not shown. */
export function BrandingPreview({ name, logo, draft }: Props) {
  const { t, locale } = useStaffText();
  const typed = { ...draft, texts: textsOf(draft) };
  const slogan = wordsOfMfi(typed, 'slogan', locale);
  const welcome = wordsOfMfi(typed, 'welcomeMessage', locale);
  const ref = useRef<HTMLElement>(null);
  const { primaryColor, accentColor } = draft;
  useEffect(() => {
    if (!colorProblem(primaryColor, 'primary')) ref.current?.style.setProperty('--brand', primaryColor);
    if (!colorProblem(accentColor, 'accent')) ref.current?.style.setProperty('--brand-accent', accentColor);
  }, [primaryColor, accentColor]);
  return (
    <figure ref={ref} className={styles.preview}>
      <figcaption className={styles.caption}>{t('mfi.settings.preview')}</figcaption>
      <div className={styles.frame}>
        <div className={styles.top}>
          <img
            className={styles.logo}
            src={draft.logo ? `/files/${draft.logo}?w=160` : logo}
            alt=""
            width={40}
            height={40}
          />
          <span>{name}</span>
        </div>
        <div className={styles.hero}>
          <p className={styles.slogan} dir="auto" lang={slogan.lang}>
            {slogan.words.trim() || t('identity.start.fallbackSlogan')}
          </p>
          <p className={styles.welcome} dir="auto" lang={welcome.lang}>
            {welcome.words.trim() || t('identity.start.fallbackWelcome')}
          </p>
          <p className={styles.words}>{t('identity.start.explanation')}</p>
          <span className={styles.sample}>{t('mfi.settings.sample')}</span>
        </div>
      </div>
    </figure>
  );
}
