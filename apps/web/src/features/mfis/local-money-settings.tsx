import {
  LOCAL_CURRENCIES,
  LOCAL_UNIT_MAX,
  LOCAL_UNIT_MIN,
  type LocalCurrency,
  parseLocal,
} from '@sathi/domain/local-money.ts';
import { useState } from 'react';
import { trimmedDecimal } from '../../lib/amount.ts';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Columns, Row } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SettingsFormProps } from './settings-form.ts';

/** The currency that borrowers know, and whether they ask and pay in it (R23.1). */
export function LocalMoneySettings({ settings, busy, refusal, error, onSave }: SettingsFormProps) {
  const { t } = useStaffText();
  const { localMoney, localCurrency, localUnit } = settings;
  const form = useForm(
    useState<{ localMoney: boolean; localCurrency: LocalCurrency | ''; localUnit: string }>({
      localMoney,
      localCurrency: localCurrency ?? '',
      localUnit,
    }),
    (typed) => ({
      localCurrency: typed.localMoney && typed.localCurrency === '' && t('mfi.money.localNeedsCurrency'),
      localUnit: !isUnit(typed.localUnit) && t('mfi.money.localUnitProblem'),
    }),
    refusal,
  );
  const { values } = form;
  const submit = () =>
    form.attempt(() =>
      onSave({
        localMoney: values.localMoney,
        localCurrency: values.localCurrency === '' ? null : values.localCurrency,
        localUnit: trimmedDecimal(values.localUnit),
      }),
    );
  return (
    <Form onSubmit={submit} busy={busy} error={error}>
      <h3>{t('mfi.money.local')}</h3>
      <Columns>
        <SelectField
          {...form.field('localCurrency')}
          label={t('mfi.money.localCurrency')}
          options={[
            { value: '', label: t('mfi.money.noLocalCurrency') },
            ...LOCAL_CURRENCIES.map((value) => ({ value, label: value })),
          ]}
        />
        <TextField
          {...form.field('localUnit')}
          label={t('mfi.money.localUnit')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
        />
      </Columns>
      <CheckboxField
        label={t('mfi.money.localMoney')}
        hint={t('mfi.money.localMoneyHint')}
        checked={values.localMoney}
        onCheckedChange={(checked) => form.set({ localMoney: checked })}
      />
      <Row>
        <Button {...help('moneySettings')} variant="quiet" type="submit" busy={busy}>
          {t('mfi.money.localSave')}
        </Button>
      </Row>
    </Form>
  );
}

function isUnit(typed: string): boolean {
  const unit = parseLocal(trimmedDecimal(typed));
  return unit !== null && unit >= LOCAL_UNIT_MIN && unit <= LOCAL_UNIT_MAX;
}
