import { type Cents, dollarsOf } from '@sathi/domain/money.ts';
import type { ReactNode } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { useText } from '../../lib/text.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/form.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { Presets } from '../../ui/presets.tsx';

type Props = {
  formId: string;
  amount: { value: string; onValueChange: (typed: string) => void; error: string | undefined };
  maximumCents: Cents;
  instalmentCents: Cents | undefined;
  /** The payments that wait for approval; null without one. */
  waiting: string | null;
  /** The owner has not taken the money yet. */
  isUnwithdrawn: boolean;
  /** The money of the loan; dollars where it is undefined. */
  currency: string | undefined;
  paidHow: ReactNode;
  refusal: string | null;
  onSubmit: () => void;
};

export function RepayForm(props: Props) {
  const { formId, amount, maximumCents, instalmentCents, waiting, isUnwithdrawn, currency = 'USD' } = props;
  const { paidHow, refusal, onSubmit } = props;
  const { t, format } = useText();
  const written = (sum: number) => localAmount({ amount: sum.toFixed(2), currency }, format);
  const maximum = dollarsOf(maximumCents);
  const instalment = instalmentCents === undefined ? 0 : dollarsOf(instalmentCents);
  const typed = readAmount(amount.value);
  const upTo = maximum > 0 ? t('money.repay.upTo', { maximum: written(maximum) }) : t('money.repay.nothingLeft');
  const words = [
    t('money.repay.amount'),
    upTo,
    t('money.repay.channel'),
    t('money.repay.paidOn'),
    t('money.repay.reference'),
    t('money.repay.referenceHint'),
    t('money.repay.slip'),
    t('money.repay.explanation'),
  ];
  return (
    <Form id={formId} onSubmit={onSubmit} error={refusal ?? undefined}>
      <ListenButton text={words.join('\n')} />
      {waiting && (
        <Banner tone="info" icon="clock">
          {t('money.waiting', { amount: waiting })}
        </Banner>
      )}
      <AmountField
        label={t('money.repay.amount')}
        hint={typed === 0 ? <span role="status">{t('money.repay.zero')}</span> : upTo}
        name="amount"
        disabled={maximum === 0}
        currency={currency === 'USD' ? undefined : currency}
        {...amount}
      />
      {maximum > 0 && (
        <Presets
          label={t('money.invest.presets')}
          options={[
            ...(instalment > 0 && instalment < maximum
              ? [
                  {
                    value: String(instalment),
                    label: t('money.repay.instalment', { amount: written(instalment) }),
                  },
                ]
              : []),
            { value: String(maximum), label: t('money.repay.everything', { amount: written(maximum) }) },
          ]}
          chosen={typed === null ? null : String(dollarsOf(typed))}
          onChoose={amount.onValueChange}
        />
      )}
      {paidHow}
      {isUnwithdrawn && (
        <Banner tone="info" icon="bank">
          {t('money.repay.unwithdrawn')}
        </Banner>
      )}
      <p>{t('money.repay.explanation')}</p>
    </Form>
  );
}
