import { AMOUNT_CENTS_MIN, dollarsOf, ZERO_CENTS } from '@sathi/domain/money.ts';
import { RELEND_PER_LOAN_CENTS } from '@sathi/domain/relending.ts';
import { useState } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type HeldCredit, useCampaignOptions } from './use-campaign-options.ts';

type Rules = DataOf<'listRelendRules'>;
type Props = { credit: HeldCredit; rules: Rules; onClose: () => void };

const OFF = 'off';
const ANY = 'any';

/** The rule by which credit with one institution is lent again each morning (R25.8). */
export function RelendDialog({ credit: { mfiId, mfiName: mfi }, rules, onClose }: Props) {
  const { t } = useMoneyText();
  const rule = rules.find((one) => one.mfiId === mfiId);
  const chosen = rule?.campaignId ? { id: rule.campaignId, name: rule.campaignName ?? '' } : undefined;
  const campaigns = useCampaignOptions({ mfiId, mfiName: mfi }, chosen);
  const send = useMoneySend('setRelendRules', {
    invalidates: [queryKeys.relendRules],
    onSuccess: (_, { body }) => {
      toast.success(t(body.some((one) => one.mfiId === mfiId && one.on) ? 'credit.savedOn' : 'credit.savedOff'));
      onClose();
    },
  });
  const form = useForm(
    useState({
      which: rule?.on === false ? OFF : (rule?.campaignId ?? ANY),
      perLoan: String(rule?.perLoan ?? dollarsOf(RELEND_PER_LOAN_CENTS)),
      keep: String(rule?.keep ?? 0),
    }),
    ({ which, perLoan, keep }) => ({
      perLoan: which !== OFF && (readAmount(perLoan) ?? 0) < AMOUNT_CENTS_MIN && t('money.amountMalformed'),
      keep: which !== OFF && readAmount(keep) === null && t('money.amountMalformed'),
    }),
  );
  const { which, perLoan, keep } = form.values;
  const isOff = which === OFF;
  const submit = () => {
    const others = rules.filter((one) => one.mfiId !== mfiId).map(({ mfiName: _, campaignName: __, ...one }) => one);
    const campaignId = isOff || which === ANY ? null : which;
    const sums = {
      perLoan: dollarsOf(readAmount(perLoan) ?? RELEND_PER_LOAN_CENTS),
      keep: dollarsOf(readAmount(keep) ?? ZERO_CENTS),
    };
    send.mutate({ body: [...others, { mfiId, on: !isOff, campaignId, ...sums }] });
  };
  return (
    <FormDialog
      title={t('credit.relendTitle', { mfi })}
      onClose={onClose}
      onSubmit={() => form.attempt(submit)}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('credit'), children: t('common.save') }}
    >
      <p>{t('credit.relendLead', { mfi })}</p>
      <SelectField
        label={t('credit.which')}
        value={which}
        onValueChange={(value) => form.set({ which: value })}
        options={[
          { value: OFF, label: t('credit.off') },
          { value: ANY, label: t('credit.anyLoan', { mfi }) },
          ...campaigns,
        ]}
      />
      {!isOff && (
        <>
          <AmountField {...form.field('perLoan')} label={t('credit.perLoan')} />
          <AmountField {...form.field('keep')} label={t('credit.keep')} hint={t('credit.keepHint')} />
        </>
      )}
    </FormDialog>
  );
}
