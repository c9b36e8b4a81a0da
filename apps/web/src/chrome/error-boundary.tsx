import { Component, type ReactNode } from 'react';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

type Props = { path: string; children: ReactNode };
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
    return this.state.hasFailed ? <Failure /> : this.props.children;
  }
}

function Failure() {
  const { t } = useText();
  return (
    <div role="alert">
      <EmptyState
        icon="alert-circle"
        title={t('common.errorTitle')}
        text={t('common.errorText')}
        action={
          <Button icon="refresh" onClick={() => location.reload()}>
            {t('common.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}
