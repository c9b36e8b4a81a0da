import {
  FIRST_DUE_AFTER_MONTHS_MAX,
  FIRST_DUE_AFTER_MONTHS_MIN,
  FUNDING_DAYS_MAX,
  FUNDING_DAYS_MIN,
  LATE_GRACE_DAYS_MAX,
} from '@sathi/domain/loan-terms.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Columns, Row, Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isWhole, type SettingsFormProps } from './settings-form.ts';

/** How loans go at an MFI, from being published to being late (R2.3, R3.3, R5.1, R8.2, R10.7). */
export function LoanSettings(props: SettingsFormProps) {
  const { fundingDays, firstDueAfterMonths, lateGraceDays, approveBeforeBacking, releaseOnApproval } = props.settings;
  const terms = { fundingDays, firstDueAfterMonths, lateGraceDays, approveBeforeBacking, releaseOnApproval };
  return <LoanForm key={JSON.stringify(terms)} {...props} />;
}

function LoanForm({ settings, busy, refusal, error, onSave }: SettingsFormProps) {
  const { t } = useStaffText();
  const { fundingDays, firstDueAfterMonths, lateGraceDays, approveBeforeBacking, releaseOnApproval } = settings;
  const form = useForm(
    useState({
      fundingDays: String(fundingDays),
      firstDueAfterMonths: String(firstDueAfterMonths),
      lateGraceDays: String(lateGraceDays),
      approveBeforeBacking,
      releaseOnApproval,
    }),
    (typed) => ({
      fundingDays: !isWhole(typed.fundingDays, FUNDING_DAYS_MIN, FUNDING_DAYS_MAX) && t('mfi.money.daysProblem'),
      firstDueAfterMonths:
        !isWhole(typed.firstDueAfterMonths, FIRST_DUE_AFTER_MONTHS_MIN, FIRST_DUE_AFTER_MONTHS_MAX) &&
        t('mfi.money.daysProblem'),
      lateGraceDays: !isWhole(typed.lateGraceDays, 0, LATE_GRACE_DAYS_MAX) && t('mfi.money.daysProblem'),
    }),
    refusal,
  );
  const { values } = form;
  const submit = () =>
    form.attempt(() =>
      onSave({
        ...values,
        fundingDays: Number(plainNumber(values.fundingDays)),
        firstDueAfterMonths: Number(plainNumber(values.firstDueAfterMonths)),
        lateGraceDays: Number(plainNumber(values.lateGraceDays)),
      }),
    );
  const number = { inputMode: 'numeric', autoComplete: 'off', dir: 'ltr' } as const;
  return (
    <Form onSubmit={submit} busy={busy} error={error}>
      <Stack gap="tight">
        <h3>{t('mfi.money.loans')}</h3>
        <p>{t('mfi.money.loansHint')}</p>
      </Stack>
      <Columns>
        <TextField {...form.field('fundingDays')} {...number} label={t('mfi.money.fundingDays')} />
        <TextField {...form.field('firstDueAfterMonths')} {...number} label={t('mfi.money.firstDueAfterMonths')} />
        <TextField {...form.field('lateGraceDays')} {...number} label={t('mfi.money.lateGraceDays')} />
      </Columns>
      <CheckboxField
        label={t('mfi.money.approveBeforeBacking')}
        checked={values.approveBeforeBacking}
        onCheckedChange={(checked) => form.set({ approveBeforeBacking: checked })}
      />
      <CheckboxField
        label={t('mfi.money.releaseOnApproval')}
        hint={t('mfi.money.releaseOnApprovalHint')}
        checked={values.releaseOnApproval}
        onCheckedChange={(checked) => form.set({ releaseOnApproval: checked })}
      />
      <Row>
        <Button {...help('moneySettings')} variant="quiet" type="submit" busy={busy}>
          {t('mfi.money.loansSave')}
        </Button>
      </Row>
    </Form>
  );
}
