import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './empty-state.module.css';
import { Icon } from './icon.tsx';

/** Loading failed: the reason, and a way to retry. */
export function ErrorState({ text, onRetry }: { text?: string; onRetry?: () => void }) {
  const { t } = useText();
  return (
    <div className={styles.state} role="alert">
      <span className={classes(styles.mark, styles.bad)}>
        <Icon name="alert-circle" size="large" />
      </span>
      <p className={styles.title}>{t('common.loadFailed')}</p>
      {text && <p className={styles.text}>{text}</p>}
      {onRetry && (
        <Button variant="quiet" icon="refresh" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
