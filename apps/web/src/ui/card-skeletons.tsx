import { useText } from '../lib/text.tsx';
import { Card, CardGrid } from './card.tsx';
import { Skeleton } from './skeleton.tsx';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The places of cards that are on their way, of the same size, so that nothing jumps. */
export function CardSkeletons({ count = 6 }: { count?: number }) {
  const { t } = useText();
  return (
    <div role="status">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      <CardGrid>
        {Array.from({ length: count }, (_, index) => (
          <Card key={index}>
            <div className={styles.body}>
              <div className={styles.top}>
                <Skeleton shape="thumb" />
                <div className={styles.words}>
                  <Skeleton shape="title" />
                  <Skeleton />
                </div>
              </div>
              <Skeleton />
              <Skeleton />
              <Skeleton shape="button" />
            </div>
          </Card>
        ))}
      </CardGrid>
    </div>
  );
}
