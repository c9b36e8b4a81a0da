import { paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './not-found-page.module.css';

export default function NotFoundPage() {
  const { t } = useText();
  const { user } = useSession();
  const mfiName = useMfiName();
  usePageTitle(t('common.notFoundTitle'));
  return (
    <div className={styles.page}>
      <svg className={styles.picture} viewBox="0 0 240 120" fill="none" aria-hidden="true">
        <path className={styles.ground} d="M8 104h224" />
        <path
          className={styles.water}
          d="M8 112c12 0 12 4 24 4s12-4 24-4 12 4 24 4 12-4 24-4 12 4 24 4 12-4 24-4 12 4 24 4 12-4 24-4 12 4 24 4"
        />
        <path className={styles.hull} d="M60 84h112l-18 22H80L60 84Z" />
        <path className={styles.mast} d="M116 84V20" />
        <path className={styles.sail} d="M122 24c26 12 34 32 34 52h-34V24Z" />
        <path className={styles.flag} d="M110 40c-14 8-22 20-24 36h24V40Z" />
      </svg>
      <h1>{t('common.notFoundTitle')}</h1>
      <p>{t('common.notFoundText')}</p>
      <LinkButton href={user ? paths.home(mfiName) : paths.start(mfiName)} icon="home">
        {t(user ? 'common.home' : 'common.goHome')}
      </LinkButton>
    </div>
  );
}
