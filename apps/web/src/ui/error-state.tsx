import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './empty-state.module.css';
import { Icon } from './icon.tsx';

/** Loading failed: the reason, and a way to retry. Without a network the reason is that the device has kept nothing. */
export function ErrorState({ text, onRetry }: { text?: string; onRetry?: () => void }) {
  const { t } = useText();
  const isOffline = !navigator.onLine;
  const reason = isOffline ? t('common.opensLater') : text;
  return (
    <div className={styles.state} role="alert">
      <span className={classes(styles.mark, !isOffline && styles.bad)}>
        <Icon name={isOffline ? 'wifi-off' : 'alert-circle'} size="large" />
      </span>
      <p className={styles.title}>{t(isOffline ? 'common.notKept' : 'common.loadFailed')}</p>
      {reason && <p className={styles.text}>{reason}</p>}
      {onRetry && (
        <Button variant="quiet" icon="refresh" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
