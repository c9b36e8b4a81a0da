import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { keepFocus } from '../lib/keep-focus.ts';
import { useMfi } from '../lib/use-mfi.ts';
import { useText } from '../lib/text.tsx';
import { useIsAnswered } from '../lib/use-is-answered.ts';
import styles from './chrome.module.css';
import { markSession, type SessionUser, useSession } from '../lib/session.ts';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

/** The overlays are fetched once the first answers are drawn. The page stands without them where they fail to come. */
const Overlays = lazy<ComponentType>(() => import('./overlays.tsx').catch(() => ({ default: Nothing })));

/** The navigation is for people signed in; visitors do not load it. */
const Navigation = lazy<ComponentType<{ user: SessionUser }>>(() =>
  import('./navigation.tsx').catch(() => ({ default: Nothing })),
);

const Nothing = () => null;

type Props = {
  /** Absent where no page lives at the address. */
  pageName: string | undefined;
  /** The id of the loan, the campaign or the person that the page shows; null where it shows none by itself. */
  about: string | null;
  children: ReactNode;
};

/** The frame around every page. */
export function Chrome({ pageName, about, children }: Props) {
  const { t } = useText();
  const { data: mfi } = useMfi();
  const isAnswered = useIsAnswered();
  const main = useFocusOnNavigation(pageName, about);
  useBrandColours(mfi);
  const { user } = useSession();
  useEffect(markSession, [user]);
  useEffect(keepFocus, []);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {t('common.skipToContent')}
      </a>
      <TopBar mfi={mfi} isStartPage={pageName === 'start-page'} />
      {user && (
        <Suspense>
          <Navigation user={user} />
        </Suspense>
      )}
      {isAnswered && (
        <Suspense>
          <Overlays />
        </Suspense>
      )}
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer mfi={mfi} />
    </div>
  );
}

/**
 * Scrolls a new page to its top and focuses it, so that a screen reader tells of it; the page of another loan, campaign
 * or person counts as new. Tabs of one page keep their place.
 */
function useFocusOnNavigation(pageName: string | undefined, about: string | null) {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const shown = `${pageName ?? path} ${about}`;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [shown]);
  return main;
}

/** The server writes the same two colours into the page's style sheet. */
function useBrandColours(mfi: { primaryColor: string; accentColor: string } | undefined): void {
  const primary = mfi?.primaryColor;
  const accent = mfi?.accentColor;
  useEffect(() => {
    if (primary) document.documentElement.style.setProperty('--brand', primary);
    if (accent) document.documentElement.style.setProperty('--brand-accent', accent);
  }, [primary, accent]);
}
