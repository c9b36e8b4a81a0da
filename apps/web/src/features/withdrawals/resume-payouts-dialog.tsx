import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { mfiId: string; person: { personId: string; name: string }; onClose: () => void };

/** One of the office saw an ID paper; a second person confirms (R25.1). */
export function ResumePayoutsDialog({ mfiId, person, onClose }: Props) {
  const { t } = useStaffText();
  const keptUnder = `resume-payouts.${mfiId}.${person.personId}`;
  const kept = useKeptValues(keptUnder, { idSeen: false, reason: '' }, ['idSeen']);
  const send = useSend('enterPayoutResume', {
    invalidates: [queryKeys.payouts(mfiId)],
    onSuccess: () => {
      toast.success(t('payouts.entered'));
      kept.forget();
      onClose();
    },
  });
  const form = useForm(kept.state, ({ idSeen, reason }) => ({
    idSeen: !idSeen && t('common.required'),
    reason: requiredWords(t, reason),
  }));
  const submit = () =>
    form.attempt(() =>
      send.mutate({
        query: { mfiId, personId: person.personId },
        body: { idSeen: true, reason: form.values.reason.trim() },
      }),
    );
  return (
    <FormDialog
      title={t('payouts.resume', { name: person.name })}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('staff'), children: t('payouts.enter') }}
    >
      <p>{t('payouts.lead')}</p>
      <CheckboxField
        label={t('payouts.idSeen')}
        checked={form.values.idSeen}
        onCheckedChange={(idSeen) => form.set({ idSeen })}
        error={form.errorAt('idSeen')}
      />
      <TextAreaField
        label={t('money.reason')}
        hint={t('payouts.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
