import { useState, useTransition } from 'react';
import { help } from '../../lib/help-mode.ts';
import { forgetPin, PIN_LENGTH, pinOf, setPin, tryPin } from '../../lib/pin.ts';
import { hasPin } from '../../lib/session.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PinField } from '../../ui/pin-field.tsx';

export type PinWish = 'set' | 'change' | 'remove';

const TITLE: Readonly<Record<PinWish, TextKey>> = {
  set: 'device.pinSet',
  change: 'device.pinChange',
  remove: 'device.pinRemove',
};

/**
 * Sets a PIN, typed twice. Changing or removing it asks for the old one, whose wrong tries count as on the lock. The
 * page is then loaded anew, guarded by the PIN.
 */
export function PinDialog({ wish, onClose }: { wish: PinWish; onClose: () => void }) {
  const { t } = useText();
  const [isBusy, begin] = useTransition();
  const [wrong, setWrong] = useState<string>();
  const asksOld = wish !== 'set';
  const asksNew = wish !== 'remove';
  const form = useForm(useState({ old: '', pin: '', again: '' }), ({ old, pin, again }) => ({
    old: asksOld && old === '' && t('common.required'),
    ...(asksNew && {
      pin: pin === '' ? t('common.required') : pin.length < PIN_LENGTH.min ? t('device.pinTooShort') : undefined,
      again: again === pin ? undefined : t('device.pinDiffers'),
    }),
  }));
  const keep = () =>
    begin(async () => {
      const { old, pin } = form.values;
      // Another tab may have removed the PIN.
      if (asksOld && hasPin()) {
        const { isRight, left } = await tryPin(old);
        if (!isRight && left > 0) {
          form.set({ old: '' });
          return setWrong(t('pin.wrong', { left }));
        }
        // With no try left, the page loads as the lock, which signs out.
        if (!isRight) return location.reload();
      }
      if (asksNew) await setPin(pin);
      else await forgetPin();
      location.reload();
    });
  const digits = (name: 'old' | 'pin' | 'again') => ({
    ...form.field(name),
    onValueChange: (typed: string) => {
      setWrong(undefined);
      form.set({ [name]: pinOf(typed) });
    },
  });
  return (
    <FormDialog
      title={t(TITLE[wish])}
      onClose={onClose}
      onSubmit={() => form.attempt(keep)}
      busy={isBusy}
      error={undefined}
      submit={{ children: t(asksNew ? 'common.save' : TITLE[wish]), ...help('security') }}
    >
      {asksNew && <p>{t('device.pinText')}</p>}
      {asksOld && (
        <PinField
          label={t('device.pinNow')}
          hint={t('pin.forgotten')}
          {...digits('old')}
          error={wrong ?? form.errorAt('old')}
        />
      )}
      {asksNew && (
        <>
          <PinField label={t('pin.label')} {...digits('pin')} />
          <PinField label={t('device.pinAgain')} {...digits('again')} />
        </>
      )}
    </FormDialog>
  );
}
