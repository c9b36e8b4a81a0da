import { GROWTH_PERCENT_MAX, GROWTH_PERCENT_MIN } from '@sathi/domain/loan-limits.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAmount, trimmedDecimal } from '../../lib/amount.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { Columns, Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

type Limits = DataOf<'findLoanLimits'>;

/** The amounts that an MFI lends. All its staff hear of a change. */
export function LoanLimits({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const limits = useQuery({
    queryKey: queryKeys.loanLimits(mfiId),
    queryFn: () => call('findLoanLimits', { query: { mfiId } }),
  });
  return (
    <Panel title={t('mfi.limits.title')}>
      <p>{t('mfi.limits.lead')}</p>
      {limits.data && <LimitsForm key={JSON.stringify(limits.data)} mfiId={mfiId} limits={limits.data} />}
      {!limits.data &&
        (limits.isError ? <ErrorState onRetry={() => void limits.refetch()} /> : <Skeleton shape="box" />)}
    </Panel>
  );
}

function LimitsForm({ mfiId, limits }: { mfiId: string; limits: Limits }) {
  const { t } = useStaffText();
  const client = useQueryClient();
  const send = useSend('changeLoanLimits', {
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.loanLimits(mfiId), saved);
      toast.success(t('mfi.money.saved'));
    },
  });
  const { minimum, firstLoan, maximum, growthPercent } = limits;
  const form = useForm(
    useState({
      minimum: written(minimum),
      firstLoan: written(firstLoan),
      maximum: written(maximum),
      growthPercent: written(growthPercent),
    }),
    (typed) => ({
      minimum: isNoAmount(typed.minimum) && t('money.amountMalformed'),
      firstLoan: isNoAmount(typed.firstLoan) && t('money.amountMalformed'),
      maximum: isNoAmount(typed.maximum) && t('money.amountMalformed'),
      growthPercent: isNoGrowth(typed.growthPercent) && t('mfi.limits.growthProblem'),
    }),
    send.error,
  );
  const submit = () => {
    const { values } = form;
    form.attempt(() =>
      send.mutate({
        query: { mfiId },
        body: {
          minimum: numberOf(values.minimum),
          firstLoan: numberOf(values.firstLoan),
          maximum: numberOf(values.maximum),
          growthPercent: numberOf(values.growthPercent),
        },
      }),
    );
  };
  const isAtField = send.error !== null && send.error.errors.length > 0;
  return (
    <Form
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && !isAtField ? errorSentence(send.error, t) : undefined}
    >
      <Columns>
        <AmountField {...form.field('minimum')} label={t('mfi.limits.minimum')} optional />
        <AmountField {...form.field('firstLoan')} label={t('mfi.limits.firstLoan')} optional />
        <AmountField {...form.field('maximum')} label={t('mfi.limits.maximum')} optional />
        <TextField
          {...form.field('growthPercent')}
          label={t('mfi.limits.growth')}
          hint={t('mfi.limits.growthHint')}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          optional
        />
      </Columns>
      <Row>
        <Button {...help('moneySettings')} variant="quiet" type="submit" busy={send.isPending}>
          {t('mfi.limits.save')}
        </Button>
      </Row>
    </Form>
  );
}

function written(value: number | null): string {
  return value === null ? '' : String(value);
}

function numberOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(trimmedDecimal(typed));
}

function isNoAmount(typed: string): boolean {
  return typed.trim() !== '' && readAmount(typed) === null;
}

function isNoGrowth(typed: string): boolean {
  const plain = plainNumber(typed);
  if (plain === '') return false;
  const percent = /^\d{3}$/.test(plain) ? Number(plain) : 0;
  return percent < GROWTH_PERCENT_MIN || percent > GROWTH_PERCENT_MAX;
}
