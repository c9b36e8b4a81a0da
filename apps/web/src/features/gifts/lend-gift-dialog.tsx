import { centsOfDollars, dollarsOf } from '@sathi/domain/money.ts';
import { useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { proposal: ProposalDetails; gifts: DataOf<'findLendableGifts'>; onClose: () => void };

/** Staff choose the gifts and the sum: at most what is left of both. */
export function LendGiftDialog({ proposal, gifts, onClose }: Props) {
  const { t, format } = useStaffText();
  const { id: proposalId, mfiId, mfiName: mfi, remainingAmount } = proposal;
  const sources = [...(gifts.general > 0 ? [{ id: '', name: '', amount: gifts.general }] : []), ...gifts.campaigns];
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
  const form = useForm(useState({ from: first, amount: String(mostOf(first)) }), ({ from, amount }) => {
    const typed = readAmount(amount);
    if (typed === null || typed === 0) return { amount: t('money.amountMalformed') };
    return {
      amount: typed > centsOfDollars(mostOf(from)) && t('gifts.above', { amount: format.money(mostOf(from)) }),
    };
  });
  const { from, amount } = form.values;
  const submit = () =>
    send.mutate({
      query: { mfiId },
      body: { proposalId, amount: dollarsOf(readAmount(amount) as never), ...(from !== '' && { campaignId: from }) },
    });
  return (
    <FormDialog
      title={t('gifts.lend')}
      about={proposal.title}
      onClose={onClose}
      onSubmit={() => form.attempt(submit)}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('ownMoney'), children: t('gifts.lend') }}
    >
      <p>{t('gifts.lead')}</p>
      <SelectField
        label={t('gifts.from')}
        value={from}
        onValueChange={(id) => form.set({ from: id, amount: String(mostOf(id)) })}
        options={sources.map((one) => ({
          value: one.id,
          label:
            one.id === ''
              ? t('gifts.general', { mfi, amount: format.money(one.amount) })
              : t('gifts.ofCampaign', {
                  name: campaignName({ mfiName: mfi, name: one.name }, t),
                  amount: format.money(one.amount),
                }),
        }))}
      />
      <AmountField {...form.field('amount')} label={t('gifts.amount')} />
    </FormDialog>
  );
}
