import { investmentAmountRefusal } from '@sathi/domain/investments.ts';
import { AMOUNT_CENTS_MIN, type Cents, centsOfDollars, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { type ApiError, call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { keptShareCode } from '../../lib/share-code.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { MoneyReview } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { AmountStep } from './amount-step.tsx';
import { BackedStep } from './backed-step.tsx';

type Backed = DataOf<'backProposal'>;
/** Whether credit pays first, and how to change it; without that it is only told. */
export type Paying = {
  amountCents: Cents;
  usesCredit: boolean;
  onUsesCreditChange?: (uses: boolean) => void;
};
type Props = {
  proposal: ProposalSummary;
  onClose: (outcome?: 'backed') => void;
  /** Takes the place of the thanks when the loan is passed on. */
  sharing: ReactNode;
  /** The sum left to pay, where the institution awaits money, while the amount is typed and in the review. */
  paying: (state: Paying) => ReactNode;
  /** The ways to pay it, once the loan is backed. */
  howToPay: ReactNode;
};

/** Amount, review, done (R6.1, WCAG 3.3.4). Nothing is sent before the review's yes; nothing typed is lost on the way. */
export function InvestDialog({ proposal, onClose, sharing, paying, howToPay }: Props) {
  const { t, format } = useText();
  const formId = useId();
  const [backed, setBacked] = useState<Backed | null>(null);
  const [isSharing, setSharing] = useState(false);
  const { form, send, remainingCents } = useInvesting(proposal, setBacked);
  const { anonymous, usesCredit } = form.values;
  const amountCents = readAmount(form.values.amount) ?? ZERO_CENTS;
  const refusal = send.error && errorSentence(send.error, t);

  if (isSharing) return sharing;
  if (backed) {
    const end = () => onClose('backed');
    const share = () => setSharing(true);
    return <BackedStep proposal={proposal} backed={backed} howToPay={howToPay} onShare={share} onClose={end} />;
  }
  const amount = format.money(dollarsOf(amountCents));
  return (
    <ReviewedDialog
      title={t('money.actions.invest')}
      about={proposal.title}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={
        <AmountStep
          formId={formId}
          amount={form.field('amount')}
          anonymous={anonymous}
          onAnonymousChange={(ticked) => form.set({ anonymous: ticked })}
          paying={paying({
            amountCents,
            usesCredit,
            onUsesCreditChange: (ticked) => form.set({ usesCredit: ticked }),
          })}
          remainingCents={remainingCents}
          proposal={proposal}
          refusal={form.isWrong ? null : refusal}
          onSubmit={form.review}
        />
      }
      review={
        <Review {...{ proposal, amount, anonymous, remainingCents, refusal }}>
          {paying({ amountCents, usesCredit })}
        </Review>
      }
      reviewed={form}
      confirm={t('money.invest.submit', { amount })}
      onConfirm={() =>
        send.mutate({
          body: {
            proposalId: proposal.id,
            amount: dollarsOf(amountCents),
            ...(anonymous && { anonymous }),
            ...(!usesCredit && { useCredit: false }),
            ...keptShareCode(),
          },
        })
      }
    />
  );
}

/** The form, and its sending; when less is left to back than was typed, it leads back to the form. */
function useInvesting(proposal: ProposalSummary, onBacked: (backed: Backed) => void) {
  const text = useText();
  const { remainingCents, heard } = useRemaining(proposal);
  const send = useBacking(proposal, {
    onBacked,
    onRefused: (error) => {
      const { remainingAmount } = error.extras;
      if (typeof remainingAmount !== 'number') return;
      heard(remainingAmount);
      form.back();
    },
  });
  const form = useReviewedForm(
    useState({ amount: '', anonymous: false, usesCredit: true }),
    ({ amount }) => ({ amount: problemOf(amount, remainingCents, text) }),
    send,
  );
  return { form, send, remainingCents };
}

type ReviewProps = {
  proposal: ProposalSummary;
  amount: string;
  anonymous: boolean;
  remainingCents: Cents;
  refusal: string | null;
  /** The sum left to pay. */
  children: ReactNode;
};

function Review({ proposal, amount, anonymous, remainingCents, refusal, children }: ReviewProps) {
  const { t, format } = useText();
  return (
    <MoneyReview
      rows={[
        { label: t('money.invest.amount'), value: t('money.usd', { amount }) },
        { label: t('money.invest.loan'), value: proposal.title },
        { label: t('money.invest.borrower'), value: proposal.userName },
        ...(anonymous ? [{ label: t('money.invest.shownAs'), value: t('money.backers.somebody') }] : []),
        { label: t('money.invest.stillNeeded'), value: format.money(dollarsOf(remainingCents)) },
      ]}
      refusal={refusal}
    >
      {children}
    </MoneyReview>
  );
}

const REFRESH_MS = 15_000;

/** The rest still to be backed, kept fresh while it is decided: the newest figure heard is true, as a backing may also be taken back. */
function useRemaining(proposal: ProposalSummary) {
  const [told, setTold] = useState({ remainingDollars: 0, atMs: 0 });
  const latest = useQuery({
    queryKey: queryKeys.proposal(proposal.id),
    queryFn: ({ signal }) => call('findProposal', { query: { id: proposal.id } }, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const fresh = latest.isFetchedAfterMount ? (latest.data ?? proposal) : proposal;
  return {
    remainingCents: centsOfDollars(told.atMs > latest.dataUpdatedAt ? told.remainingDollars : fresh.remainingAmount),
    /** A refusal told a newer figure. */
    heard: (remainingDollars: number) => setTold({ remainingDollars, atMs: Date.now() }),
  };
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
    keys: KEPT_KEYS,
    invalidates: [queryKeys.proposal(proposal.id), queryKeys.portfolio],
    onSuccess: (data) => {
      setDone(true);
      const orders = { queryKey: queryKeys.orders };
      // Credit has gone either way; a new sum to pay is not shown beside those of before for a moment.
      void (data.order ? client.resetQueries(orders) : client.invalidateQueries(orders));
      onBacked(data);
    },
    onError: onRefused,
  });
}

/** The specification's sentences (section 5), and R6.4 for a rest of cents. */
function problemOf(typed: string, remainingCents: Cents, { t, format }: Text): string | undefined {
  const amountCents = readAmount(typed);
  const remaining = format.money(dollarsOf(remainingCents));
  if (typed.trim() === '') return t('common.required');
  if (remainingCents === 0) return t('money.invest.nothingLeft');
  if (amountCents === null) return t('money.amountMalformed');
  const refusal = investmentAmountRefusal(remainingCents, amountCents);
  if (refusal === 'amount_above_remaining') return t('money.invest.aboveRemaining', { remaining });
  if (refusal === null) return undefined;
  return remainingCents < AMOUNT_CENTS_MIN ? t('money.invest.exactRest', { remaining }) : t('money.belowMinimum');
}
