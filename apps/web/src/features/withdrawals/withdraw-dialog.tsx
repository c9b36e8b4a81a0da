import { useId, useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-money-send.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { toast } from '../../ui/toast.ts';
import { emptyDetails, isComplete, METHODS, type WithdrawalDetails } from './withdrawal-details.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

type Props = { proposal: ProposalSummary; onClose: () => void };

/** The owner asks for the whole funded amount (R4.1): where to, a review, then the request. */
export default function WithdrawDialog({ proposal, onClose }: Props) {
  const { t, format } = useText();
  const formId = useId();
  const [details, setDetails] = useState<WithdrawalDetails>(emptyDetails);
  const [attempted, setAttempted] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const send = useMoneySend('requestWithdrawal', {
    invalidates: [queryKeys.proposal(proposal.id), queryKeys.mfiQueues(proposal.mfiName)],
    onSuccess: () => {
      toast.success(t('money.withdraw.success', { mfi: format.isolate(proposal.mfiName) }));
      onClose();
    },
  });
  const amount = format.money(proposal.fundedAmount);
  const review = () => {
    setAttempted(true);
    if (isComplete(details)) setReviewing(true);
  };
  return (
    <ReviewedDialog
      title={t('money.withdraw.title', { amount })}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={
        <WithdrawalForm
          formId={formId}
          proposal={proposal}
          details={details}
          onChange={(change) => {
            setDetails({ ...details, ...change });
            if (send.error !== null) send.reset();
          }}
          attempted={attempted}
          onSubmit={review}
        />
      }
      review={<Review details={details} proposal={proposal} refusal={send.error && errorSentence(send.error, t)} />}
      isReviewing={isReviewing}
      onChange={() => setReviewing(false)}
      confirm={t('money.withdraw.submit', { amount })}
      onConfirm={() => send.mutate({ body: bodyOf(proposal.id, details) })}
    />
  );
}

type ReviewProps = { details: WithdrawalDetails; proposal: ProposalSummary; refusal: string | null };

function Review({ details, proposal, refusal }: ReviewProps) {
  const { t, format } = useText();
  const { words, hasBank } = METHODS[details.method];
  return (
    <Stack>
      <p>{t('money.reviewLead')}</p>
      <ReviewList
        rows={[
          { label: t('money.amount'), value: t('money.usd', { amount: format.money(proposal.fundedAmount) }) },
          { label: t('money.withdraw.method'), value: t(words.name) },
          { label: t(words.accountName), value: details.accountName },
          { label: t(words.accountNumber), value: <bdi dir="ltr">{details.accountNumber}</bdi> },
          ...(hasBank ? [{ label: t('money.withdraw.bankName'), value: details.bankName }] : []),
          ...(details.branch ? [{ label: t('money.withdraw.branch'), value: details.branch }] : []),
        ]}
      />
      {refusal && <FormError>{refusal}</FormError>}
    </Stack>
  );
}

function bodyOf(proposalId: string, { method, accountName, accountNumber, bankName, branch }: WithdrawalDetails) {
  const { hasBank } = METHODS[method];
  return {
    proposalId,
    method,
    accountName: accountName.trim(),
    accountNumber: accountNumber.trim(),
    bankName: (hasBank && bankName.trim()) || null,
    branch: branch.trim() || null,
  };
}
