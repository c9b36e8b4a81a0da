import { centsOfDollars, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { useId, useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyReview } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';

type Gifts = DataOf<'findLendableGifts'>;
type Source = Gifts['campaigns'][number];
type Props = { proposal: ProposalDetails; gifts: Gifts; onClose: () => void };

/** Staff choose the gifts and the sum: at most what is left of both. */
export default function LendGiftDialog({ proposal, gifts, onClose }: Props) {
  const { t, format } = useStaffText();
  const formId = useId();
  const { id: proposalId, mfiId, mfiName: mfi, remainingAmount } = proposal;
  const sources = sourcesOf(gifts);
  const mostOf = (id: string) => Math.min(sources.find((one) => one.id === id)?.amount ?? 0, remainingAmount);
  const send = useMoneySend('backWithGift', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.proposal(proposalId), queryKeys.proposals, queryKeys.desk(mfiId)],
    onSuccess: ({ amount }) => {
      toast.success(t('gifts.done', { amount: format.money(amount) }));
      onClose();
    },
  });
  const first = sources[0]?.id ?? '';
  const form = useReviewedForm(
    useState({ from: first, amount: String(mostOf(first)) }),
    ({ from, amount }) => {
      const [typed, most] = [readAmount(amount), mostOf(from)];
      if (typed === null || typed === 0) return { amount: t('money.amountMalformed') };
      return { amount: typed > centsOfDollars(most) && t('gifts.above', { amount: format.money(most) }) };
    },
    send,
  );
  const { from, amount } = form.values;
  const lent = dollarsOf(readAmount(amount) ?? ZERO_CENTS);
  const wordsOf = ({ id, name, amount: left }: Source) => {
    const sum = { amount: format.money(left) };
    if (id === '') return t('gifts.general', { mfi, ...sum });
    return t('gifts.ofCampaign', { name: campaignName({ mfiName: mfi, name }, t), ...sum });
  };
  const options = sources.map((one) => ({ value: one.id, label: wordsOf(one) }));
  const refusal = send.error && errorSentence(send.error, t);
  return (
    <ReviewedDialog
      title={t('gifts.lend')}
      about={proposal.title}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      form={
        <Form id={formId} onSubmit={form.review} error={form.isWrong ? undefined : (refusal ?? undefined)}>
          <p>{t('gifts.lead')}</p>
          <SelectField
            label={t('gifts.from')}
            value={from}
            onValueChange={(id) => form.set({ from: id, amount: String(mostOf(id)) })}
            options={options}
          />
          <AmountField {...form.field('amount')} label={t('gifts.amount')} />
        </Form>
      }
      review={
        <MoneyReview
          rows={[
            { label: t('gifts.from'), value: options.find(({ value }) => value === from)?.label },
            { label: t('gifts.amount'), value: format.money(lent) },
          ]}
          refusal={refusal ?? null}
        />
      }
      reviewed={form}
      confirm={t('gifts.lend')}
      onConfirm={() =>
        send.mutate({ query: { mfiId }, body: { proposalId, amount: lent, ...(from !== '' && { campaignId: from }) } })
      }
    />
  );
}

/** The gifts to the institution itself have no id. */
function sourcesOf({ general, campaigns }: Gifts): Source[] {
  return [...(general > 0 ? [{ id: '', name: '', amount: general }] : []), ...campaigns];
}
