import { isPhone, normalizePhone } from '@sathi/domain/accounts.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import type { RenderField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { mfiId: string; onClose: () => void; renderPhone: RenderField };

/** Another phone for a person whose SIM is lost, who stands before the officer with an ID paper (R33.4). */
export function PhoneChangeDialog({ mfiId, onClose, renderPhone }: Props) {
  const { t } = useStaffText();
  const send = useSend('enterPhoneChange', {
    invalidates: [queryKeys.phoneChanges(mfiId)],
    onSuccess: () => {
      toast.success(t('phoneChange.entered'));
      forget();
      onClose();
    },
  });
  const phoneProblem = (phone: string) =>
    (phone.trim() === '' && t('common.required')) || (!isPhone(normalizePhone(phone)) && t('mfi.settings.badPhone'));
  const { state, forget } = useTyped(mfiId);
  const form = useForm(
    state,
    ({ oldPhone, newPhone, reason, idSeen }) => ({
      oldPhone: phoneProblem(oldPhone),
      newPhone: phoneProblem(newPhone),
      idSeen: !idSeen && t('phoneChange.idNeeded'),
      reason: requiredWords(t, reason),
    }),
    send.error,
  );
  const { oldPhone, newPhone, reason, idSeen } = form.values;
  const submit = () =>
    form.attempt(() =>
      send.mutate({ query: { mfiId }, body: { oldPhone, newPhone, idSeen: true, reason: reason.trim() } }),
    );
  const isUnknown = send.error?.status === 404;
  const refusal = isUnknown ? t('phoneChange.unknown') : send.error ? errorSentence(send.error, t) : undefined;
  return (
    <FormDialog
      title={t('phoneChange.add')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? refusal : undefined}
      submit={{ ...help('staff'), children: t('phoneChange.submit') }}
    >
      <p>{t('phoneChange.addLead')}</p>
      {renderPhone({ label: t('phoneChange.old'), autoComplete: 'off', ...form.field('oldPhone') })}
      {renderPhone({ label: t('phoneChange.new'), autoComplete: 'off', ...form.field('newPhone') })}
      <TextAreaField
        label={t('phoneChange.reason')}
        hint={t('phoneChange.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
      <CheckboxField
        label={t('phoneChange.idSeen')}
        checked={idSeen}
        onCheckedChange={(checked) => form.set({ idSeen: checked })}
        error={form.errorAt('idSeen')}
      />
    </FormDialog>
  );
}

const EMPTY = { oldPhone: '', newPhone: '', reason: '', idSeen: false };

/** The values as they are typed. The reason alone is kept, for the person whose old phone stood beside it. */
function useTyped(mfiId: string) {
  const [typed, setTyped] = useState(EMPTY);
  const { state, forget } = useKeptValues(`phone-change.${mfiId}`, { about: '', reason: '' });
  const [kept, keep] = state;
  const about = normalizePhone(typed.oldPhone);
  const values = { ...typed, reason: typed.reason || (isPhone(about) && kept.about === about ? kept.reason : '') };
  const change = (changed: (before: typeof EMPTY) => typeof EMPTY) => {
    const next = changed(values);
    const isSaid = typed.reason !== '' || next.reason !== values.reason;
    setTyped({ ...next, reason: isSaid ? next.reason : '' });
    if (isSaid) keep(() => ({ about: normalizePhone(next.oldPhone), reason: next.reason }));
  };
  return { state: [values, change] as const, forget };
}
