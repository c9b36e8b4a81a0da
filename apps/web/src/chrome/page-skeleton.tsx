import { useText } from '../lib/text.tsx';
import pageStyles from '../ui/page.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './chrome.module.css';

/** The place of a page whose code is on its way. */
export function PageSkeleton() {
  const { t } = useText();
  return (
    <div className={pageStyles.page} role="status">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      <div className={styles.bodySkeleton}>
        <Skeleton shape="title" />
        <Skeleton shape="box" />
        <Skeleton shape="box" />
      </div>
    </div>
  );
}
