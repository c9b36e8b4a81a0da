import { type Cents, cents, centsOfDollars, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { localAmount, localFirst } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { MoneyReview } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { CHANNEL_WORDS } from '../../lib/paid-how.ts';
import { instalmentsOf, nextDue, openCents } from './instalments.ts';
import { newPaidHow, type PaidHow, paidHowBody, PaidHowFields, paidHowProblems } from './paid-how-fields.tsx';
import { RepayForm } from './repay-form.tsx';
import { type HowToPayChannel, useHowToPay } from './use-how-to-pay.ts';

type Props = { proposal: ProposalSummary; onClose: () => void };

/** The owner, or staff for the owner, tells of a repayment; it counts once staff approve it (R10.1, R10.2). */
export function RepayDialog({ proposal, onClose }: Props) {
  const { t, format } = useText();
  const formId = useId();
  const [isPictureComing, setPictureComing] = useState(false);
  const owed = useOwed(proposal);
  const { maximumCents, pendingAmount, localPending, instalmentCents, accounts } = owed;
  const currency = proposal.local?.currency;
  const written = writer(currency, format);
  const { form, send } = useRepaying(proposal, owed, onClose);
  const { amount: typed, ...how } = form.values;
  const enteredCents = readAmount(typed) ?? ZERO_CENTS;
  const isZero = readAmount(typed) === 0;
  const refusal = send.error && errorSentence(send.error, t);
  return (
    <ReviewedDialog
      title={t('money.actions.repay')}
      about={proposal.title}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      mayReview={maximumCents !== 0 && !isPictureComing}
      form={
        <RepayForm
          formId={formId}
          amount={form.field('amount')}
          maximumCents={maximumCents}
          instalmentCents={instalmentCents}
          waiting={pendingAmount > 0 ? localFirst(localPending, pendingAmount, format) : null}
          isUnwithdrawn={proposal.allowedActions.includes('withdraw')}
          currency={currency}
          paidHow={<PaidHowFields form={form} name={`${proposal.id}-slip`} onPictureComing={setPictureComing} />}
          refusal={form.isWrong ? null : refusal}
          // Zero is ignored, as the specification has it (section 5).
          onSubmit={() => isZero || form.review()}
        />
      }
      review={
        <Review
          proposal={proposal}
          enteredCents={enteredCents}
          how={how}
          maximumCents={maximumCents}
          written={written}
          refusal={refusal}
        />
      }
      reviewed={form}
      confirm={t('money.repay.submit', { amount: written(enteredCents) })}
      onConfirm={() =>
        send.mutate({
          body: {
            userId: proposal.userId,
            proposalId: proposal.id,
            ...(currency
              ? { localAmount: { amount: dollarsOf(enteredCents).toFixed(2), currency } }
              : { amount: dollarsOf(enteredCents) }),
            ...paidHowBody(how, accountsIn(currency, accounts)),
          },
        })
      }
    />
  );
}

/** The form, and its sending; a refusal for what may be mended here leads back to the form. */
function useRepaying(proposal: ProposalSummary, { maximumCents, heard }: Owed, onDone: () => void) {
  const text = useText();
  const { t, format } = text;
  const currency = proposal.local?.currency;
  const send = useMoneySend('enterPayment', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.proposal(proposal.id), queryKeys.proposals, queryKeys.mfiQueues(proposal.mfiName)],
    onSuccess: (payment) => {
      toast.success(t('money.repay.success', { amount: localFirst(payment.local, payment.amount, format) }));
      onDone();
    },
    onError: ({ code, extras }) => {
      if (typeof extras.maximumAmount === 'number' && currency === undefined) heard(extras.maximumAmount);
      else if (code !== 'reference_used' && code !== 'amount_above_outstanding') return;
      form.back();
    },
  });
  const form = useReviewedForm(
    useState({ amount: '', ...newPaidHow() }),
    ({ amount, ...how }) => ({
      amount: problemOf(amount, maximumCents, t, writer(currency, format)),
      ...paidHowProblems(how, proposal, text),
    }),
    send,
  );
  return { form, send };
}

type ReviewProps = {
  proposal: ProposalSummary;
  enteredCents: Cents;
  how: PaidHow;
  maximumCents: Cents;
  written: Written;
  refusal: string | null;
};

function Review({ proposal, enteredCents, how, maximumCents, written, refusal }: ReviewProps) {
  const { t, format } = useText();
  const rows = [
    {
      label: t('money.amount'),
      value: proposal.local ? written(enteredCents) : t('money.usd', { amount: written(enteredCents) }),
    },
    { label: t('money.repay.loan'), value: proposal.title },
    { label: t('money.repay.borrower'), value: proposal.userName },
    ...(how.channel === '' ? [] : [{ label: t('money.repay.channel'), value: t(CHANNEL_WORDS[how.channel]) }]),
    { label: t('money.repay.paidOn'), value: format.date(how.paidOn) },
    ...(how.reference.trim() === '' ? [] : [{ label: t('money.repay.reference'), value: how.reference }]),
    { label: t('money.repay.leftAfter'), value: written(cents(maximumCents - enteredCents)) },
  ];
  return <MoneyReview rows={rows} refusal={refusal} />;
}

/** The most that may be entered now: outstanding less waiting payments (R10.2), and the next month's instalment. */
function useOwed(proposal: ProposalSummary) {
  const [told, setTold] = useState<Cents | null>(null);
  const latest = useQuery({
    queryKey: queryKeys.proposal(proposal.id),
    queryFn: ({ signal }) => call('findProposal', { query: { id: proposal.id } }, { signal }),
    staleTime: 0,
  });
  const { outstandingAmount, pendingAmount, localOutstanding, localPending } = latest.data ?? proposal;
  const ways = useHowToPay(latest.data);
  const maximum = localOutstanding
    ? centsOfDollars(Math.max(0, Number(localOutstanding.amount) - Number(localPending?.amount ?? 0)))
    : centsOfDollars(outstandingAmount - pendingAmount);
  const next = latest.data && nextDue(instalmentsOf(latest.data));
  const nextCents = next && openCents(next);
  return {
    maximumCents: told === null ? maximum : cents(Math.min(told, maximum)),
    pendingAmount,
    localPending,
    instalmentCents:
      localOutstanding === null ? nextCents : ways?.local ? centsOfDollars(Number(ways.local.amount)) : undefined,
    accounts: ways?.channels ?? [],
    heard: (maximumDollars: number) => setTold(centsOfDollars(maximumDollars)),
  };
}

type Owed = ReturnType<typeof useOwed>;
type Written = (sum: Cents) => string;

/** Sums in the money of the loan, in which its borrower counts (R23.7); both have two decimals. */
function writer(currency: string | undefined, format: Text['format']): Written {
  return (sum) => localAmount({ amount: dollarsOf(sum).toFixed(2), currency: currency ?? 'USD' }, format);
}

/** Local money goes to an account of its currency. */
function accountsIn(currency: string | undefined, accounts: readonly HowToPayChannel[]) {
  return currency === undefined ? accounts : accounts.filter((account) => account.currency === currency);
}

function problemOf(typed: string, maximumCents: Cents, t: Text['t'], written: Written): string | undefined {
  const amountCents = readAmount(typed);
  if (typed.trim() === '') return t('common.required');
  if (amountCents === null) return t('money.amountMalformed');
  if (amountCents <= maximumCents) return undefined;
  return t('money.repay.aboveMaximum', { maximum: written(maximumCents) });
}
