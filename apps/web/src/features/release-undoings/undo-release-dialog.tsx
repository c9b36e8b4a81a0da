import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useReason } from '../../lib/use-reason.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { staleAfterUndoing } from './stale-after-undoing.ts';

/** The first of two people proposes to undo a release (R31.3). */
export default function UndoReleaseDialog({ proposal, onClose }: { proposal: ProposalDetails; onClose: () => void }) {
  const { t } = useStaffText();
  const form = useReason(`undo-release.${proposal.id}`);
  const send = useMoneySend('enterReleaseUndoing', {
    invalidates: staleAfterUndoing(proposal),
    onSuccess: () => {
      toast.success(t('undoRelease.enteredToast'));
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
      title={t('undoRelease.button')}
      about={proposal.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ children: t('undoRelease.enter') }}
    >
      <p>{t('undoRelease.lead')}</p>
      <TextAreaField
        label={t('undoRelease.reason')}
        hint={t('undoRelease.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
