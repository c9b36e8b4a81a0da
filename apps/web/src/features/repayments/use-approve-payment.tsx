import { useQueryClient } from '@tanstack/react-query';
import { errorSentence } from '../../lib/error-sentence.ts';
import { type Sum, sumFirstLocal } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Paid, paidHow } from '../../lib/paid-how.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { ReviewList } from '../../ui/review-list.tsx';
import { toast } from '../../ui/toast.ts';

export type PaymentSubject = Sum & Paid & { proposalId: string; paymentId: string; mfiName: string; title: string };

/** All answers that show a payment or follow from its decision. */
export function staleAfterPayment({ proposalId, mfiName }: Pick<PaymentSubject, 'proposalId' | 'mfiName'>) {
  return [
    queryKeys.proposal(proposalId),
    queryKeys.proposals,
    queryKeys.mfiQueues(mfiName),
    queryKeys.mfiStats(mfiName),
    queryKeys.mfiPortfolio(mfiName),
  ];
}

/** Refusals of a payment that no longer waits: its row goes, and a sentence beside its buttons with it. */
const GONE = ['already_approved', 'already_decided', 'wrong_status', 'not_found'];

/** Asks, then approves. The second officer learns what became of it (R10.3); `problem` says why one that waits on is not done. */
export function useApprovePayment(subject: PaymentSubject) {
  const text = useText();
  const { t, format } = text;
  const confirm = useConfirm();
  const client = useQueryClient();
  const stale = staleAfterPayment(subject);
  const send = useMoneySend('approvePayment', {
    invalidates: stale,
    onSuccess: (payment) =>
      toast.success(t('money.payments.approvedToast', { amount: sumFirstLocal(payment, format) })),
    onError: (error) => {
      if (error.code === 'already_approved') toast.info(t('money.payments.alreadyApproved'));
      else if (GONE.includes(error.code)) toast.info(errorSentence(error, t));
      for (const queryKey of stale) void client.invalidateQueries({ queryKey });
    },
  });
  const approve = async () => {
    const isSure = await confirm({
      title: t('money.payments.approveTitle', { amount: sumFirstLocal(subject, format) }),
      about: subject.title,
      facts: paidFacts(subject, text),
      message: t('money.payments.approveQuestion'),
      yes: t('money.payments.approve'),
    });
    if (isSure) send.mutate({ query: { proposalId: subject.proposalId, id: subject.paymentId } });
  };
  const problem = send.error && !GONE.includes(send.error.code) ? errorSentence(send.error, t) : undefined;
  return { approve: () => void approve(), problem, isPending: send.isPending };
}

function paidFacts({ paidOn, ...how }: Paid, text: Text) {
  const { t, format } = text;
  const said = paidHow(how, text);
  const rows = [
    ...(paidOn ? [{ label: t('money.date'), value: format.date(paidOn) }] : []),
    ...(said.length > 0 ? [{ label: t('money.payments.how'), value: format.joined(said) }] : []),
  ];
  return rows.length > 0 && <ReviewList rows={rows} />;
}
