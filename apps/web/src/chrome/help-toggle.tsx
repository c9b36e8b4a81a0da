import { lazy, Suspense, useEffect, useState } from 'react';
import { isHelpMode, switchHelpMode, takeHelpSwitch } from '../lib/help-mode.ts';
import { useText } from '../lib/text.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { NotCome } from '../ui/lazy-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';

const HelpPanel = lazy(() => import('./help-panel.tsx'));

/** Switches the help on and off: while it is on, every action explains itself instead of acting. */
export function HelpToggle() {
  const { t } = useText();
  const [isOn] = useState(isHelpMode);
  useEffect(() => {
    if (takeHelpSwitch()) toast.success(t(isOn ? 'help.activated' : 'help.deactivated'));
  }, [isOn, t]);
  return (
    <>
      <IconButton
        icon="help"
        name={t(isOn ? 'help.leave' : 'help.enter')}
        tip="below"
        aria-pressed={isOn}
        onClick={switchHelpMode}
      />
      {isOn && (
        <ErrorBoundary path="" instead={<NotCome />}>
          <Suspense>
            <HelpPanel />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
