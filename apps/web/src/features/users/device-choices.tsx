import { useState, useSyncExternalStore } from 'react';
import { help } from '../../lib/help-mode.ts';
import { chooseHidingAmounts, hidesAmounts, onAmounts } from '../../lib/hidden-amounts.ts';
import { canHavePin } from '../../lib/pin.ts';
import { hasPin } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PinDialog, type PinWish } from './pin-dialog.tsx';

/** Two choices for a phone that others use too. Both stay on this device, and no server hears of them. */
export function DeviceChoices() {
  const { t } = useText();
  const isHiding = useSyncExternalStore(onAmounts, hidesAmounts, () => false);
  const [wish, setWish] = useState<PinWish>();
  return (
    <Panel title={t('device.title')}>
      <p>{t('device.lead')}</p>
      <CheckboxField
        label={t('device.hideAmounts')}
        hint={t('device.hideAmountsHint')}
        checked={isHiding}
        onCheckedChange={chooseHidingAmounts}
      />
      {canHavePin() && (
        <>
          <p>{t(hasPin() ? 'device.pinOn' : 'device.pinOff')}</p>
          <Row>
            <Button
              {...help('security')}
              variant="quiet"
              icon="lock"
              onClick={() => setWish(hasPin() ? 'change' : 'set')}
            >
              {t(hasPin() ? 'device.pinChange' : 'device.pinSet')}
            </Button>
            {hasPin() && (
              <Button {...help('security')} variant="plain" onClick={() => setWish('remove')}>
                {t('device.pinRemove')}
              </Button>
            )}
          </Row>
        </>
      )}
      {!globalThis.isSecureContext && <p>{t('device.withoutTls')}</p>}
      {wish && <PinDialog wish={wish} onClose={() => setWish(undefined)} />}
    </Panel>
  );
}
