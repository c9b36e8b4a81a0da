import { type Cents, cents, centsOfDollars, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { PAYOUT_CENTS_MIN } from '@sathi/domain/payouts.ts';
import { useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { problemOfCredit } from '../../lib/credit-amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Form } from '../../ui/form.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { MoneyReview } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { accountWords, type PayoutAccount } from './payout-account.ts';
import { PayoutsRest } from './payouts-rest.tsx';

type Props = {
  /** Credit of the person that an institution holds, in dollars. */
  credit: { mfiId: string; mfiName: string; amount: number };
  /** At least one. */
  accounts: readonly PayoutAccount[];
  onClose: () => void;
};

/** A person asks for credit of theirs, or a part of it, to be sent to an account they keep (R25.6). */
export function PayOutDialog({ credit, accounts, onClose }: Props) {
  const text = useMoneyText();
  const { t, format } = text;
  const formId = useId();
  const { mfiId, mfiName: mfi } = credit;
  const mostCents = centsOfDollars(credit.amount);
  const money = (amount: Cents) => format.money(dollarsOf(amount));
  const send = useMoneySend('askPayout', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.portfolio, queryKeys.ownPayouts, queryKeys.orders],
    onSuccess: ({ payableFrom }) => {
      toast.success(t('credit.payOutAsked', { mfi, date: format.dateTime(payableFrom) }));
      onClose();
    },
  });
  const form = useReviewedForm(
    useState({ amount: '', accountId: accounts[0]?.id ?? '' }),
    ({ amount }) => ({ amount: problemOfCredit(amount, { leastCents: PAYOUT_CENTS_MIN, mostCents }, text) }),
    send,
  );
  const { amount, accountId } = form.values;
  const askedCents = readAmount(amount) ?? ZERO_CENTS;
  const account = accounts.find(({ id }) => id === accountId);
  const available = send.error?.extras['availableAmount'];
  const refusal =
    send.error &&
    (typeof available !== 'number'
      ? errorSentence(send.error, t)
      : t('credit.payOutLately', { amount: format.money(available) }));
  const lead = t('credit.payOutLead', { credit: money(mostCents) });
  const words = [lead, t('credit.amount'), t('payoutAccounts.sendTo')];
  return (
    <ReviewedDialog
      title={t('credit.payOutTitle', { mfi })}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={
        <Form id={formId} onSubmit={form.review} error={form.isWrong ? undefined : (refusal ?? undefined)}>
          <ListenButton text={words.join('\n')} />
          <p>{lead}</p>
          <PayoutsRest />
          <AmountField {...form.field('amount')} label={t('credit.amount')} />
          <SelectField
            label={t('payoutAccounts.sendTo')}
            value={accountId}
            onValueChange={(value) => form.set({ accountId: value })}
            options={accounts.map((kept) => ({ value: kept.id, label: accountWords(kept, text) }))}
          />
          {account?.state === 'new' && (
            <p>{t('payoutAccounts.keptRests', { date: format.dateTime(account.usableFrom) })}</p>
          )}
        </Form>
      }
      review={
        <MoneyReview
          rows={[
            { label: t('credit.amount'), value: money(askedCents) },
            { label: t('payoutAccounts.sendTo'), value: account && accountWords(account, text) },
            { label: t('payIn.creditAfter'), value: money(cents(mostCents - askedCents)) },
          ]}
          refusal={refusal ?? null}
        />
      }
      reviewed={form}
      confirm={t('money.withdraw.submit', { amount: money(askedCents) })}
      onConfirm={() => send.mutate({ body: { mfiId, amount: dollarsOf(askedCents), payoutAccountId: accountId } })}
    />
  );
}
