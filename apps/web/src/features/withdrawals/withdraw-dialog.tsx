import { useId, useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { localFirst } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Text, useMoneyText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useList } from '../../lib/use-list.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { MoneyReview, type ReviewRow } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { accountWords, type PayoutAccount } from './payout-account.ts';
import {
  chosen,
  destinationOf,
  emptyDetails,
  METHODS,
  missingIn,
  type WithdrawalDetails,
} from './withdrawal-details.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

type Props = { proposal: ProposalSummary; onClose: () => void };

/** The owner asks for the whole funded amount (R4.1): where to, a review, then the request. */
export function WithdrawDialog({ proposal, onClose }: Props) {
  const { t, format } = useMoneyText();
  const formId = useId();
  const send = useMoneySend('requestWithdrawal', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.proposal(proposal.id), queryKeys.mfiQueues(proposal.mfiName)],
    onSuccess: ({ isResting, payableFrom }) => {
      const date = format.dateTime(payableFrom);
      toast.success(
        isResting
          ? t('money.withdraw.successRests', { mfi: proposal.mfiName, date })
          : t('money.withdraw.success', { mfi: proposal.mfiName }),
      );
      onClose();
    },
  });
  const accounts = useList('listPayoutAccounts', queryKeys.payoutAccounts, {}).rows ?? [];
  const keptOf = ({ keptId }: WithdrawalDetails) =>
    keptId === null ? accounts[0] : accounts.find(({ id }) => id === keptId);
  const [details, setDetails] = useState<WithdrawalDetails>(emptyDetails);
  // A list that comes late does not take a typed account away.
  const write = (change: (before: WithdrawalDetails) => WithdrawalDetails) =>
    setDetails((before) => chosen(change(before)));
  const form = useReviewedForm(
    [details, write],
    (typed) => {
      const missing = keptOf(typed) ? [] : missingIn(typed);
      return Object.fromEntries(missing.map((field) => [field, t('common.required')]));
    },
    send,
  );
  const account = keptOf(form.values);
  const amount = localFirst(proposal.local, proposal.fundedAmount, format);
  const review = () => {
    // The account that is read is the one that is named, also when another becomes the first of the list.
    if (account && details.keptId !== account.id) form.set({ keptId: account.id });
    form.review();
  };
  return (
    <ReviewedDialog
      title={t('money.withdraw.title', { amount })}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={<WithdrawalForm {...{ formId, proposal, form, accounts, account }} onSubmit={review} />}
      review={
        <Review
          details={form.values}
          account={account}
          proposal={proposal}
          refusal={send.error && errorSentence(send.error, t)}
        />
      }
      reviewed={form}
      confirm={t('money.withdraw.submit', { amount })}
      onConfirm={() => {
        const named = account ? { payoutAccountId: account.id } : destinationOf(form.values);
        send.mutate({ body: { proposalId: proposal.id, ...named } });
      }}
    />
  );
}

type ReviewProps = {
  details: WithdrawalDetails;
  account: PayoutAccount | undefined;
  proposal: ProposalSummary;
  refusal: string | null;
};

function Review({ details, account, proposal, refusal }: ReviewProps) {
  const text = useMoneyText();
  const { t, format } = text;
  return (
    <MoneyReview
      rows={[
        { label: t('money.amount'), value: localFirst(proposal.local, proposal.fundedAmount, format) },
        ...(account
          ? [{ label: t('payoutAccounts.sendTo'), value: accountWords(account, text) }]
          : typedRows(details, text)),
      ]}
      refusal={refusal}
    />
  );
}

function typedRows(details: WithdrawalDetails, { t }: Pick<Text, 't'>): ReviewRow[] {
  const { words, hasBank } = METHODS[details.method];
  return [
    { label: t('money.withdraw.method'), value: t(words.name) },
    { label: t(words.accountName), value: details.accountName },
    {
      label: t(words.accountNumber),
      value: <bdi dir="ltr">{details.accountNumber}</bdi>,
      // A number of an account is heard digit by digit.
      spoken: [...details.accountNumber].join(' '),
    },
    ...(hasBank ? [{ label: t('money.withdraw.bankName'), value: details.bankName }] : []),
    ...(details.branch ? [{ label: t('money.withdraw.branch'), value: details.branch }] : []),
  ];
}
