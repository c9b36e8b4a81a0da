import { plainNumber } from '@sathi/domain/digits.ts';
import { LAPSE_GRACE_DAYS_MAX, PAY_DAYS_MAX, PAY_DAYS_MIN } from '@sathi/domain/pay-ins.ts';
import { useState } from 'react';
import { readAmount, trimmedDecimal } from '../../lib/amount.ts';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { Form } from '../../ui/form.tsx';
import { Columns, Row, Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isWhole, type SettingsFormProps } from './settings-form.ts';

/**
 * How long backers have to pay where money is awaited, and how much one of them may owe (R20.2, R20.3, R20.10); and the one way
 * there (R19.2).
 */
export function PayInSettings({ settings, busy, refusal, error, onSave }: SettingsFormProps) {
  const { t } = useStaffText();
  const ask = useConfirm();
  const { collection, payDays, lapseGraceDays, unpaidLimit } = settings;
  const form = useForm(
    useState({
      payDays: String(payDays),
      lapseGraceDays: String(lapseGraceDays),
      unpaidLimit: String(unpaidLimit),
    }),
    (typed) => ({
      payDays: !isWhole(typed.payDays, PAY_DAYS_MIN, PAY_DAYS_MAX) && t('mfi.money.daysProblem'),
      lapseGraceDays: !isWhole(typed.lapseGraceDays, 0, LAPSE_GRACE_DAYS_MAX) && t('mfi.money.daysProblem'),
      unpaidLimit: readAmount(typed.unpaidLimit) === null && t('money.amountMalformed'),
    }),
    refusal,
  );
  const submit = () =>
    form.attempt(() =>
      onSave({
        payDays: Number(plainNumber(form.values.payDays)),
        lapseGraceDays: Number(plainNumber(form.values.lapseGraceDays)),
        unpaidLimit: Number(trimmedDecimal(form.values.unpaidLimit)),
      }),
    );
  const awaitMoney = async () => {
    if (await ask({ message: t('mfi.money.turnQuestion'), yes: t('mfi.money.turn') }))
      onSave({ collection: 'expected' });
  };
  const days = { inputMode: 'numeric', autoComplete: 'off', dir: 'ltr' } as const;
  return (
    <Form onSubmit={submit} busy={busy} error={error}>
      <Stack gap="tight">
        <h3>{t('mfi.money.payIn')}</h3>
        <p>{t(collection === 'trust' ? 'mfi.money.trust' : 'mfi.money.expected')}</p>
        {collection === 'trust' && <p>{t('mfi.money.payInHint')}</p>}
      </Stack>
      <Columns>
        <TextField {...form.field('payDays')} {...days} label={t('mfi.money.payDays')} />
        <TextField {...form.field('lapseGraceDays')} {...days} label={t('mfi.money.lapseGraceDays')} />
        <AmountField {...form.field('unpaidLimit')} label={t('mfi.money.unpaidLimit')} />
      </Columns>
      <Row>
        <Button {...help('moneySettings')} variant="quiet" type="submit" busy={busy}>
          {t('mfi.money.payInSave')}
        </Button>
        {collection === 'trust' && (
          <Button {...help('moneySettings')} variant="plain" busy={busy} onClick={() => void awaitMoney()}>
            {t('mfi.money.turn')}
          </Button>
        )}
      </Row>
    </Form>
  );
}
