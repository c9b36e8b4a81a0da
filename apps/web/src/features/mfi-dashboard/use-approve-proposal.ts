import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-money-send.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { type DecisionSubject, staleAfterDecision } from './decision-subject.ts';

/**
 * Asks, then approves; with a picture only after it was checked (R14.3). Whoever comes second learns that it is done
 * already (R2.2, specification section 8).
 */
export function useApproveProposal(subject: DecisionSubject) {
  const text = useText();
  const { t } = text;
  const confirm = useConfirm();
  const client = useQueryClient();
  const stale = staleAfterDecision(subject);
  const send = useMoneySend('approveProposal', {
    invalidates: stale,
    onSuccess: () => toast.success(t('mfi.approve.success')),
    onError: (error) => {
      if (error.code === 'already_approved') toast.info(t('mfi.approve.already'));
      else toast.error(errorSentence(error, t));
      for (const queryKey of stale) void client.invalidateQueries({ queryKey });
    },
  });
  /** Where nothing can be learnt of the picture, it is asked about. */
  const hasPicture = async () => {
    if (subject.hasPicture !== undefined) return subject.hasPicture;
    const proposal = await call('findProposal', { query: { id: subject.proposalId } }).catch(() => null);
    return proposal === null || proposal.image !== null;
  };
  const approve = async () => {
    const isShown = await hasPicture();
    const isSure = await confirm({
      title: subject.title,
      message: isShown ? t('mfi.approve.pictureQuestion') : t('mfi.approve.question'),
      ...(isShown && { checks: pictureChecks(text) }),
      yes: t('mfi.approve.yes'),
      no: t('common.cancel'),
    });
    if (isSure) send.mutate({ query: { mfiId: subject.mfiId, proposalId: subject.proposalId } });
  };
  return { approve: () => void approve(), isPending: send.isPending };
}

/** What staff answer for when they approve pictures (R14.3). */
export function pictureChecks({ t }: Text): string[] {
  return [
    t('mfi.approve.borrowerAgrees'),
    t('mfi.approve.noChild'),
    t('mfi.approve.noPaper'),
    t('mfi.approve.noOther'),
  ];
}
