import { parseCalendarDate } from '@sathi/domain/calendar-date.ts';
import { LOCAL_CURRENCIES, type LocalCurrency } from '@sathi/domain/local-money.ts';
import { parseRate, RATE_WORDS_LENGTH_MAX } from '@sathi/domain/rates.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { trimmedDecimal } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMfi } from '../../lib/use-mfi.ts';
import { useSend } from '../../lib/use-send.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

/** A rate waits for a second person (R19.8). */
export function RateDialog({ mfiId, onClose }: { mfiId: string; onClose: () => void }) {
  const { t } = useStaffText();
  const local = useMfi().data?.localCurrency;
  const send = useSend('enterRate', {
    invalidates: [queryKeys.rates(mfiId)],
    onSuccess: () => {
      toast.success(t('accounts.entered'));
      onClose();
    },
  });
  const form = useForm(
    useState({ currency: local ?? LOCAL_CURRENCIES[0], validFrom: '', perUsd: '', source: '', reason: '' }),
    ({ validFrom, perUsd, source }) => ({
      validFrom: parseCalendarDate(validFrom) === null && t('common.required'),
      perUsd: parseRate(trimmedDecimal(perUsd)) === null && t('rates.problem'),
      source:
        (source.trim() === '' && t('common.required')) ||
        (lengthInCodePoints(source) > RATE_WORDS_LENGTH_MAX && t('common.tooLong')),
    }),
    send.error,
  );
  const submit = () =>
    form.attempt(() => {
      const { perUsd, ...values } = form.values;
      send.mutate({ query: { mfiId }, body: { ...values, perUsd: trimmedDecimal(perUsd) } });
    });
  return (
    <FormDialog
      title={t('rates.add')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('rate'), children: t('rates.addSubmit') }}
    >
      <SelectField
        label={t('accounts.currency')}
        value={form.values.currency}
        onValueChange={(value) => form.set({ currency: value as LocalCurrency })}
        options={LOCAL_CURRENCIES.map((value) => ({ value, label: value }))}
      />
      <DateField {...form.field('validFrom')} label={t('rates.validFrom')} />
      <TextField {...form.field('perUsd')} label={t('rates.perUsd')} inputMode="decimal" dir="ltr" autoComplete="off" />
      <TextField {...form.field('source')} label={t('rates.source')} hint={t('rates.sourceHint')} />
      <TextAreaField
        {...form.field('reason')}
        label={t('rates.reason')}
        hint={t('rates.reasonHint')}
        maxLength={RATE_WORDS_LENGTH_MAX}
        rows={2}
        optional
      />
    </FormDialog>
  );
}
