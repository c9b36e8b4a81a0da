import { Component, type ReactNode, useEffect, useState } from 'react';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import styles from './chrome.module.css';

type Props = {
  path: string;
  /** Shown in place of a failed part of the frame, which a page can do without. */
  instead?: ReactNode;
  children: ReactNode;
};
type State = { hasFailed: boolean; path: string };

/** A fault in one page leaves the chrome standing. Another address, or the button, tries again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, path: this.props.path };

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { hasFailed: false, path };
  }

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? (this.props.instead ?? <Failure />) : this.props.children;
  }
}

function Failure() {
  const { t } = useText();
  const [isOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    if (!isOffline) return undefined;
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isOffline]);
  return (
    <div role="alert" className={styles.failure}>
      <h1>{t(isOffline ? 'common.notKept' : 'common.errorTitle')}</h1>
      <p>{t(isOffline ? 'common.opensLater' : 'common.errorText')}</p>
      <Button icon="refresh" onClick={() => location.reload()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
