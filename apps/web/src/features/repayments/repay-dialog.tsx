import { type Cents, cents, centsOfDollars, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-money-send.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { toast } from '../../ui/toast.ts';
import { instalmentBars, nextDue, openCents } from './instalment-bars.ts';
import { RepayForm } from './repay-form.tsx';

type Props = { proposal: ProposalSummary; onClose: () => void };

/** The owner, or staff for the owner, tells of a repayment; it counts once staff approve it (R10.1, R10.2). */
export default function RepayDialog({ proposal, onClose }: Props) {
  const text = useText();
  const { t, format } = text;
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [attempted, setAttempted] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const { maximumCents, pendingAmount, instalmentCents, heard } = useOwed(proposal);
  const send = useMoneySend('enterPayment', {
    invalidates: [queryKeys.proposal(proposal.id), queryKeys.proposals, queryKeys.mfiQueues(proposal.mfiName)],
    onSuccess: (payment) => {
      toast.success(t('money.repay.success', { amount: format.money(payment.amount) }));
      onClose();
    },
    onError: ({ extras }) => {
      if (typeof extras.maximumAmount !== 'number') return;
      heard(extras.maximumAmount);
      setReviewing(false);
    },
  });
  const amountCents = readAmount(typed);
  const amount = amountCents === null ? '' : format.money(dollarsOf(amountCents));
  const problem = problemOf(typed, amountCents, maximumCents, text);
  const review = () => {
    // Zero is ignored, as the specification has it (section 5).
    if (amountCents === 0) return;
    setAttempted(true);
    if (problem === undefined) setReviewing(true);
  };
  const confirm = () => {
    if (problem !== undefined || amountCents === null) return setReviewing(false);
    return send.mutate({
      body: { userId: proposal.userId, proposalId: proposal.id, amount: dollarsOf(amountCents) },
    });
  };
  const refusal = send.error && errorSentence(send.error, t);
  return (
    <ReviewedDialog
      title={t('money.repay.title', { title: format.isolate(proposal.title) })}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      mayReview={maximumCents !== 0}
      form={
        <RepayForm
          formId={formId}
          typed={typed}
          onType={(value) => {
            setTyped(value);
            if (send.error !== null) send.reset();
          }}
          maximumCents={maximumCents}
          instalmentCents={instalmentCents}
          pendingAmount={pendingAmount}
          problem={attempted ? problem : undefined}
          refusal={problem === undefined ? (refusal ?? undefined) : undefined}
          onSubmit={review}
        />
      }
      review={<Review proposal={proposal} amountCents={amountCents} maximumCents={maximumCents} refusal={refusal} />}
      isReviewing={isReviewing}
      onChange={() => setReviewing(false)}
      confirm={t('money.repay.submit', { amount })}
      onConfirm={confirm}
    />
  );
}

type ReviewProps = {
  proposal: ProposalSummary;
  amountCents: Cents | null;
  maximumCents: Cents;
  refusal: string | null;
};

function Review({ proposal, amountCents, maximumCents, refusal }: ReviewProps) {
  const { t, format } = useText();
  const enteredCents = amountCents ?? ZERO_CENTS;
  return (
    <Stack>
      <p>{t('money.reviewLead')}</p>
      <ReviewList
        rows={[
          { label: t('money.amount'), value: t('money.usd', { amount: format.money(dollarsOf(enteredCents)) }) },
          { label: t('money.repay.loan'), value: proposal.title },
          { label: t('money.repay.borrower'), value: proposal.userName },
          {
            label: t('money.repay.leftAfter'),
            value: format.money(dollarsOf(cents(maximumCents - enteredCents))),
          },
        ]}
      />
      {refusal && <FormError>{refusal}</FormError>}
    </Stack>
  );
}

/** What may be entered now: outstanding less what waits (R10.2), and what the next month asks for. */
function useOwed(proposal: ProposalSummary) {
  const [told, setTold] = useState<Cents | null>(null);
  const latest = useQuery({
    queryKey: queryKeys.proposal(proposal.id),
    queryFn: ({ signal }) => call('findProposal', { query: { id: proposal.id } }, { signal }),
    staleTime: 0,
  });
  const { outstandingAmount, pendingAmount } = latest.data ?? proposal;
  const maximum = centsOfDollars(outstandingAmount - pendingAmount);
  const next = latest.data && nextDue(instalmentBars(latest.data));
  return {
    maximumCents: told === null ? maximum : cents(Math.min(told, maximum)),
    pendingAmount,
    instalmentCents: next && openCents(next),
    heard: (maximumDollars: number) => setTold(centsOfDollars(maximumDollars)),
  };
}

function problemOf(typed: string, amountCents: Cents | null, maximumCents: Cents, { t, format }: Text) {
  if (typed.trim() === '') return t('common.required');
  if (amountCents === null) return t('money.amountMalformed');
  if (amountCents <= maximumCents) return undefined;
  return t('money.repay.aboveMaximum', { maximum: format.money(dollarsOf(maximumCents)) });
}
