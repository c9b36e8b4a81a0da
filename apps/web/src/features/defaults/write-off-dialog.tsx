import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { localFirst } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useReason } from '../../lib/use-reason.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { staleAfterDefault } from './stale-after-default.ts';

/** The first of two people proposes to write a loan off (R29.3). */
export default function WriteOffDialog({ proposal, onClose }: { proposal: ProposalDetails; onClose: () => void }) {
  const { t, format } = useStaffText();
  const form = useReason(`write-off.${proposal.id}`);
  const send = useMoneySend('enterWriteOff', {
    invalidates: staleAfterDefault(proposal),
    onSuccess: () => {
      toast.success(t('defaults.enteredToast'));
      form.forget();
      onClose();
    },
  });
  const submit = () =>
    form.attempt(() =>
      send.mutate({ query: { proposalId: proposal.id }, body: { reason: form.values.reason.trim() } }),
    );
  return (
    <FormDialog
      title={t('defaults.writeOff')}
      about={proposal.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ children: t('defaults.enter') }}
    >
      <p>
        {t('defaults.writeOffLead', {
          amount: localFirst(proposal.localOutstanding, proposal.outstandingAmount, format),
        })}
      </p>
      <TextAreaField label={t('defaults.reason')} maxLength={REASON_LENGTH_MAX} {...form.field('reason')} />
    </FormDialog>
  );
}
