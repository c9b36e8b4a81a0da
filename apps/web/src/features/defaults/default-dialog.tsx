import { GIVEN_CAUSES } from '@sathi/domain/defaults.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { CAUSE_WORDS, type GivenCause } from './default-words.ts';
import { staleAfterDefault } from './stale-after-default.ts';

type Choice = GivenCause | 'later' | '';
type Props = {
  proposal: ProposalDetails;
  asked: NonNullable<DataOf<'findDefault'>['asked']>;
  onClose: () => void;
};

/** Staff say that a loan is in default and who or what failed, or ask again in 30 days; the reason stays in the office (R29.1). */
export default function DefaultDialog({ proposal, asked, onClose }: Props) {
  const { t } = useStaffText();
  const kept = useKeptValues(`default.${proposal.id}`, { choice: '' as Choice, reason: '' }, ['choice']);
  const form = useForm(kept.state, ({ choice, reason }) => ({
    choice: choice === '' && t('common.required'),
    reason: requiredWords(t, reason),
  }));
  const send = useMoneySend('confirmDefault', {
    invalidates: staleAfterDefault(proposal),
    onSuccess: ({ defaultedAt }) => {
      toast.success(t(defaultedAt === null ? 'defaults.putOffToast' : 'defaults.declaredToast'));
      kept.forget();
      onClose();
    },
  });
  const submit = () =>
    form.attempt(() => {
      const { choice, reason } = form.values;
      if (choice === '') return;
      const answer = choice === 'later' ? { later: true as const } : { cause: choice };
      send.mutate({ query: { proposalId: proposal.id }, body: { reason: reason.trim(), ...answer } });
    });
  return (
    <FormDialog
      title={t('defaults.title')}
      about={proposal.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ children: t('defaults.save') }}
    >
      <p>{t('defaults.lead')}</p>
      <SelectField
        {...form.field('choice')}
        label={t('defaults.choice')}
        options={[
          { value: '', label: t('defaults.choose') },
          ...GIVEN_CAUSES.map((cause) => ({ value: cause, label: t(CAUSE_WORDS[cause]) })),
          ...(asked.mayPutOff ? [{ value: 'later' as const, label: t('defaults.later') }] : []),
        ]}
      />
      <TextAreaField label={t('defaults.reason')} maxLength={REASON_LENGTH_MAX} {...form.field('reason')} />
    </FormDialog>
  );
}
