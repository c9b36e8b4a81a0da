import { help } from '../../lib/help-mode.ts';
import type { PushAbility } from '../../lib/push.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Held } from '../../ui/hold-until.tsx';
import { Row } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePush } from './use-push.ts';

const WHY_NOT: Readonly<Record<Exclude<PushAbility, 'able'>, TextKey>> = {
  blocked: 'notifications.push.blocked',
  home: 'notifications.push.home',
  none: 'notifications.push.none',
};

/** News on this device while the app is closed: its state in words, and the press that changes it. */
export function PushPanel() {
  const { t } = useText();
  const { ability, isOffered, isOn, isError, retry, isBusy, turnOn, turnOff } = usePush();
  if (isError) return <ErrorState onRetry={retry} />;
  if (isOffered === undefined) {
    return (
      <Held>
        <Skeleton shape="line" />
      </Held>
    );
  }
  if (!isOffered) return <p>{t('notifications.push.off')}</p>;
  return (
    <>
      <p>{t('notifications.push.lead')}</p>
      <p role="status">{isOn ? t('notifications.push.on') : ability === 'able' ? '' : t(WHY_NOT[ability])}</p>
      {(isOn || ability === 'able') && (
        <Row>
          <Button
            {...help('preferences')}
            variant="quiet"
            busy={isBusy}
            onClick={() => void (isOn ? turnOff() : turnOn().catch(() => undefined))}
          >
            {t(isOn ? 'notifications.push.turnOff' : 'notifications.push.turnOn')}
          </Button>
        </Row>
      )}
    </>
  );
}
