import { APPEAL_LENGTH_MAX } from '@sathi/domain/reports.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { caseId: string; proposalId: string; onClose: () => void };

/** The owner says, once, why a thing should be shown again (R34.6). */
export function AppealDialog({ caseId, proposalId, onClose }: Props) {
  const { t } = useText();
  const kept = useKeptValues(`appeal.${caseId}`, { text: '' });
  const send = useSend('enterAppeal', {
    invalidates: [queryKeys.proposal(proposalId)],
    onSuccess: () => {
      toast.success(t('report.appealSent'));
      kept.forget();
      onClose();
    },
  });
  const form = useForm(
    kept.state,
    ({ text }) => ({
      text: requiredWords(t, text, APPEAL_LENGTH_MAX),
    }),
    send.error,
  );
  const submit = () => form.attempt(() => send.mutate({ body: { id: caseId, text: form.values.text.trim() } }));
  return (
    <FormDialog
      title={t('report.appeal')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('appeal'), children: t('report.appealSend') }}
    >
      <p>{t('report.appealLead')}</p>
      <TextAreaField label={t('report.appealText')} maxLength={APPEAL_LENGTH_MAX} {...form.field('text')} />
    </FormDialog>
  );
}
