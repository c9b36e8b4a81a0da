import { useLocation } from 'wouter';
import accountTexts from 'virtual:texts/chrome/account.tsx';
import helpTexts from 'virtual:texts/chrome/help-toggle.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { changeLanguage, LANGUAGE_NAMES, LOCALES, BROWSER_LANGUAGE, localeOf } from '../lib/locale.ts';
import { MFI_NAMES, paths, useMfiName } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './chrome.module.css';
import { AfterFirstPaint, Optional } from './optional.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** Visitors have none, so they do not load it either. */
const Account = lazyPart(() => import('./account.tsx'), accountTexts);

const HelpToggle = lazyPart(() => import('./help-toggle.tsx'), helpTexts);

export type ChromeMfi = { name: string; logo: string; website: string; phone: string; email: string };

export function TopBar({ mfi, isStartPage }: { mfi: ChromeMfi | undefined; isStartPage: boolean }) {
  const mfiName = useMfiName();
  const { user } = useSession();
  return (
    <header className={styles.top}>
      <div className={styles.bar}>
        <Brand mfi={mfi} name={mfiName} isNamed={!isStartPage} />
        {isStartPage && <MfiSelect />}
        <span className={styles.spacer} />
        <LanguageSelect />
        <span className={user ? styles.theme : undefined}>
          <ThemeToggle />
        </span>
        <AfterFirstPaint fallback={<span className={styles.help} />}>
          <HelpToggle />
        </AfterFirstPaint>
        {user && (
          <Optional fallback={<span className={styles.account} />}>
            <Account user={user} />
          </Optional>
        )}
      </div>
    </header>
  );
}

/** The logo leads to the MFI's own website. */
function Brand({ mfi, name, isNamed }: { mfi: ChromeMfi | undefined; name: string; isNamed: boolean }) {
  const { t } = useText();
  const content = (
    <>
      <img className={styles.logo} src={mfi?.logo || '/icon.svg'} alt="" width={40} height={40} />
      {isNamed && <span className={styles.name}>{mfi?.name ?? name}</span>}
    </>
  );
  if (!mfi?.website) return <span className={styles.brand}>{content}</span>;
  return (
    <a
      className={styles.brand}
      href={mfi.website}
      rel="noopener"
      aria-label={t('common.visitWebsite', { name: mfi.name })}
    >
      {content}
    </a>
  );
}

function MfiSelect() {
  const { t } = useText();
  const name = useMfiName();
  const [, navigate] = useLocation();
  const names = MFI_NAMES.some((known) => known === name) ? MFI_NAMES : [name, ...MFI_NAMES];
  return (
    <span className={styles.control}>
      <select
        className={`${styles.select} ${styles.large}`}
        aria-label={t('common.partner')}
        value={name}
        onChange={(event) => navigate(paths.start(event.target.value))}
      >
        {names.map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="small" />
    </span>
  );
}

function LanguageSelect() {
  const { t, locale } = useText();
  return (
    <span className={styles.control}>
      <select
        className={styles.select}
        aria-label={t('common.language')}
        value={locale}
        onChange={(event) => changeLanguage(localeOf(event.target.value) ?? 'en')}
      >
        {LOCALES.map((choice) => (
          <option key={choice} value={choice} lang={BROWSER_LANGUAGE[choice]}>
            {LANGUAGE_NAMES[choice]}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="small" />
    </span>
  );
}
