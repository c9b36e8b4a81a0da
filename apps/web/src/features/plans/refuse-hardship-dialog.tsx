import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useReason } from '../../lib/use-reason.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

/** Staff cannot change the plan; the borrower reads why, and what else is possible. */
export default function RefuseHardshipDialog({
  proposal,
  onClose,
}: {
  proposal: ProposalDetails;
  onClose: () => void;
}) {
  const { t } = useMoneyText();
  const form = useReason(`refuse-hardship.${proposal.id}`);
  const send = useSend('refuseHardship', {
    invalidates: [queryKeys.hardships(proposal.id), queryKeys.mfiQueues(proposal.mfiName)],
    onSuccess: () => {
      toast.success(t('hardship.refusedToast'));
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
      title={t('hardship.refuse')}
      about={proposal.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ children: t('hardship.refuseSubmit') }}
    >
      <p>{t('hardship.refuseLead')}</p>
      <TextAreaField label={t('hardship.refuseReason')} maxLength={REASON_LENGTH_MAX} {...form.field('reason')} />
    </FormDialog>
  );
}
