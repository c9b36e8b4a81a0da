import { useQueryClient } from '@tanstack/react-query';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { type DecisionSubject, staleAfterDecision } from './decision-subject.ts';

/** Asks, then approves. Whoever comes second learns that it is done already (R2.2, specification section 8). */
export function useApproveProposal(subject: DecisionSubject) {
  const { t } = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const stale = staleAfterDecision(subject);
  const send = useSend('approveProposal', {
    invalidates: stale,
    onSuccess: () => toast.success(t('mfi.approve.success')),
    onError: (error) => {
      if (error.code === 'already_approved') toast.info(t('mfi.approve.already'));
      else toast.error(errorSentence(error, t));
      for (const queryKey of stale) void client.invalidateQueries({ queryKey });
    },
  });
  const approve = async () => {
    const isSure = await confirm({
      title: subject.title,
      message: t('mfi.approve.question'),
      yes: t('mfi.approve.yes'),
      no: t('common.cancel'),
    });
    if (isSure) send.mutate({ query: { mfiId: subject.mfiId, proposalId: subject.proposalId } });
  };
  return { approve: () => void approve(), isPending: send.isPending };
}
