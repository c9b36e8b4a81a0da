import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { changeLanguage } from '../lib/load-texts.ts';
import { LANGUAGE_NAMES, LOCALES, BROWSER_LANGUAGE, localeOf, UNTOLD_LANGUAGE } from '../lib/locale.ts';
import { paths, useMfiName } from '../lib/paths.ts';
import { readSession, useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { usePartners } from '../lib/use-partners.ts';
import { useIsComplete } from '../lib/use-is-complete.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.ts';
import styles from './chrome.module.css';
import { ThemeToggle } from './theme-toggle.tsx';
import { Account } from './account.tsx';
import { HelpToggle } from './help-toggle.tsx';

export type ChromeMfi = { name: string; logo: string; website: string; phone: string; email: string };

export function TopBar({ mfi, isStartPage }: { mfi: ChromeMfi | undefined; isStartPage: boolean }) {
  const { t } = useText();
  const mfiName = useMfiName();
  const { user } = useSession();
  const isComplete = useIsComplete();
  return (
    <header className={styles.top}>
      <div className={classes(styles.bar, user?.userMfis[0] && styles.staff)}>
        <Brand mfi={mfi} name={mfiName} isNamed={!isStartPage} />
        {!isStartPage && (
          <Link href={user ? paths.home(mfiName) : paths.start(mfiName)} className={styles.product}>
            {t('common.productName')}
          </Link>
        )}
        {isStartPage && <MfiSelect />}
        <span className={styles.spacer} />
        <LanguageSelect />
        <span className={user ? styles.theme : undefined}>
          <ThemeToggle />
        </span>
        {isComplete ? <HelpToggle /> : <span className={styles.help} />}
        {user && <Account user={user} />}
      </div>
    </header>
  );
}

/** The logo leads to the MFI's own website, and says that it leaves. */
function Brand({ mfi, name, isNamed }: { mfi: ChromeMfi | undefined; name: string; isNamed: boolean }) {
  const { t } = useText();
  const named = isNamed && <span className={styles.name}>{mfi?.name ?? name}</span>;
  if (!mfi?.website) {
    return (
      <span className={styles.brand}>
        <Logo mfi={mfi} />
        {named}
      </span>
    );
  }
  return (
    <a
      className={styles.brand}
      href={mfi.website}
      target="_blank"
      rel="noopener"
      aria-label={t('common.visitWebsite', { name: mfi.name })}
    >
      <span className={styles.logoOut}>
        <Logo mfi={mfi} />
        <svg
          className={styles.leaving}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          aria-hidden="true"
        >
          <path d="M7 17 17 7M9 7h8v8" />
        </svg>
      </span>
      {named}
    </a>
  );
}

function Logo({ mfi }: { mfi: ChromeMfi | undefined }) {
  return <img className={styles.logo} src={mfi?.logo || '/icon.svg'} alt="" width={40} height={40} />;
}

function MfiSelect() {
  const { t } = useText();
  const name = useMfiName();
  const [, navigate] = useLocation();
  const names = new Set([name, ...usePartners().map((partner) => partner.name)]);
  return (
    <span className={styles.control}>
      <BarSelect
        className={styles.large}
        label={t('common.partner')}
        value={name}
        onChoose={(chosen) => navigate(paths.start(chosen))}
      >
        {[...names].map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </BarSelect>
    </span>
  );
}

function LanguageSelect() {
  const { t, locale } = useText();
  const choose = (chosen: string) => {
    const { user } = readSession();
    if (user) localStorage.setItem(UNTOLD_LANGUAGE, user.id);
    changeLanguage(localeOf(chosen) ?? 'en').catch(() => toast.error(t('common.networkFailed')));
  };
  return (
    <span className={classes(styles.control, styles.language)}>
      <BarSelect label={t('common.language')} value={locale} onChoose={choose}>
        {LOCALES.map((choice) => (
          <option key={choice} value={choice} lang={BROWSER_LANGUAGE[choice]}>
            {LANGUAGE_NAMES[choice]}
          </option>
        ))}
      </BarSelect>
      <span className={styles.globe}>
        <Icon name="globe" />
      </span>
    </span>
  );
}

type Choice = {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  className?: string | undefined;
  children: ReactNode;
};

/** A choice made while the page was still on its way counts too: nothing listened to it then. */
function BarSelect({ label, value, onChoose, className, children }: Choice) {
  const select = useRef<HTMLSelectElement>(null);
  const chooseEarly = useEffectEvent(() => {
    if (select.current && select.current.value !== value) onChoose(select.current.value);
  });
  useEffect(() => chooseEarly(), []);
  return (
    <>
      <select
        ref={select}
        className={classes(styles.select, className)}
        aria-label={label}
        // Firefox would show the choice before the reload.
        autoComplete="off"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {children}
      </select>
      <Icon name="chevron-down" size="small" />
    </>
  );
}
