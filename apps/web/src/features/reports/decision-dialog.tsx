import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { ReportedCase } from './reported-case.ts';

type Props = { mfiId: string; of: ReportedCase; onClose: () => void };
type Verdict = 'shown' | 'hidden_for_good';

/** Staff show a reported thing again or hide it for good, with a reason that its owner reads (R34.6). */
export function DecisionDialog({ mfiId, of, onClose }: Props) {
  const { t } = useStaffText();
  const isAnswer = of.appeal !== null;
  const kept = useKeptValues<{ state: Verdict | ''; reason: string }>(`${isAnswer ? 'answer' : 'decision'}.${of.id}`, {
    state: '',
    reason: '',
  });
  const send = useSend(isAnswer ? 'answerAppeal' : 'decideReport', {
    invalidates: [queryKeys.reports(mfiId), queryKeys.proposal(of.proposalId), queryKeys.proposals],
    onSuccess: () => {
      toast.success(t('reports.decided'));
      kept.forget();
      onClose();
    },
  });
  const form = useForm(
    kept.state,
    ({ state, reason }) => ({
      state: state === '' && t('common.required'),
      reason: requiredWords(t, reason),
    }),
    send.error,
  );
  const { state, reason } = form.values;
  const submit = () =>
    form.attempt(() =>
      send.mutate({ query: { mfiId, id: of.id }, body: { state: state as Verdict, reason: reason.trim() } }),
    );
  return (
    <FormDialog
      title={t(isAnswer ? 'reports.answer' : 'reports.dialog')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('decideReport'), children: t(isAnswer ? 'reports.answer' : 'reports.decide') }}
    >
      {isAnswer && <p dir="auto">{of.appeal}</p>}
      {of.kind === 'proposal' && !isAnswer && <p>{t('reports.leadProposal')}</p>}
      <SelectField
        label={t('reports.decision')}
        {...form.field('state')}
        options={[
          { value: '', label: t('report.reasonChoose') },
          { value: 'shown', label: t('reports.show') },
          { value: 'hidden_for_good', label: t('reports.hide') },
        ]}
      />
      <TextAreaField
        label={t('reports.why')}
        hint={t('reports.whyHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
