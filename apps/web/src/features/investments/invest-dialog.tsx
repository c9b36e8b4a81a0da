import { investmentAmountRefusal } from '@sathi/domain/investments.ts';
import { AMOUNT_CENTS_MIN, type Cents, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-money-send.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { AmountStep } from './amount-step.tsx';
import { BackedStep } from './backed-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { useRemaining } from './use-remaining.ts';

type Backed = DataOf<'backProposal'>;
type Props = {
  proposal: ProposalSummary;
  onClose: () => void;
  /** Takes the place of the thanks when what was backed is passed on. */
  sharing: ReactNode;
};

/** Amount, review, done (R6.1, WCAG 3.3.4). Nothing is sent before the review's yes; nothing typed is lost on the way. */
export default function InvestDialog({ proposal, onClose, sharing }: Props) {
  const text = useText();
  const { t, format } = text;
  const formId = useId();
  const { remainingCents, heard } = useRemaining(proposal);
  const [typed, setTyped] = useState('');
  const [attempted, setAttempted] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const [backed, setBacked] = useState<Backed | null>(null);
  const [isSharing, setSharing] = useState(false);
  const send = useBacking(proposal, {
    onBacked: (data) => {
      setBacked(data);
      toast.success(
        t('money.invest.success', { amount: format.money(data.amount), title: format.isolate(proposal.title) }),
      );
    },
    onRefused: (error) => {
      const { remainingAmount } = error.extras;
      if (typeof remainingAmount !== 'number') return;
      heard(remainingAmount);
      setReviewing(false);
    },
  });

  const amountCents = readAmount(typed);
  const problem = problemOf(typed, amountCents, remainingCents, text);
  const review = () => {
    setAttempted(true);
    if (problem === undefined) setReviewing(true);
  };
  const confirm = () => {
    // The rest may have shrunk while the review was read.
    if (problem !== undefined || amountCents === null) setReviewing(false);
    else send.mutate({ body: { proposalId: proposal.id, amount: dollarsOf(amountCents) } });
  };
  const refusal = send.error && errorSentence(send.error, t);
  const type = (value: string) => {
    setTyped(value);
    if (send.error !== null) send.reset();
  };

  if (isSharing) return sharing;
  if (backed) {
    return <BackedStep proposal={proposal} backed={backed} onShare={() => setSharing(true)} onClose={onClose} />;
  }
  const amount = amountCents === null ? '' : format.money(dollarsOf(amountCents));
  return (
    <ReviewedDialog
      title={t('money.invest.title', { title: format.isolate(proposal.title) })}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={
        <AmountStep
          formId={formId}
          typed={typed}
          onType={type}
          remainingCents={remainingCents}
          fundingDeadline={proposal.fundingDeadline}
          problem={attempted ? problem : undefined}
          refusal={problem === undefined ? (refusal ?? undefined) : undefined}
          onSubmit={review}
        />
      }
      review={<ReviewStep proposal={proposal} amount={amount} remainingCents={remainingCents} refusal={refusal} />}
      isReviewing={isReviewing}
      onChange={() => setReviewing(false)}
      confirm={t('money.invest.submit', { amount })}
      onConfirm={confirm}
    />
  );
}

type Outcome = { onBacked: (data: Backed) => void; onRefused: (error: ApiError) => void };

function useBacking(proposal: ProposalSummary, { onBacked, onRefused }: Outcome) {
  const client = useQueryClient();
  const [isDone, setDone] = useState(false);
  // The lists wait until the dialog has closed: a filter could take the card away, and this dialog with it.
  useEffect(() => {
    if (!isDone) return undefined;
    return () => void client.invalidateQueries({ queryKey: queryKeys.proposals });
  }, [isDone, client]);
  return useMoneySend('backProposal', {
    invalidates: [queryKeys.proposal(proposal.id)],
    onSuccess: (data) => {
      setDone(true);
      onBacked(data);
    },
    onError: onRefused,
  });
}

/** The specification's sentences (section 5), and R6.4 for a rest of cents. */
function problemOf(typed: string, amountCents: Cents | null, remainingCents: Cents, { t, format }: Text) {
  const remaining = format.money(dollarsOf(remainingCents));
  if (typed.trim() === '') return t('common.required');
  if (remainingCents === 0) return t('money.invest.nothingLeft');
  if (amountCents === null) return t('money.amountMalformed');
  const refusal = investmentAmountRefusal({ amountCents: remainingCents, backedCents: ZERO_CENTS }, amountCents);
  if (refusal === 'amount_above_remaining') return t('money.invest.aboveRemaining', { remaining });
  if (refusal === null) return undefined;
  return remainingCents < AMOUNT_CENTS_MIN ? t('money.invest.exactRest', { remaining }) : t('money.belowMinimum');
}
