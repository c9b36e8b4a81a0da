import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { DestinationFields } from './destination-fields.tsx';
import { destinationOf, emptyDetails, missingIn, type WithdrawalDetails } from './withdrawal-details.ts';

/** A person keeps an account for their money: with a proof, told at once, and it rests for a day (R25.1). */
export function PayoutAccountDialog({ onClose }: { onClose: () => void }) {
  const { t, format } = useMoneyText();
  const send = useMoneySend('addPayoutAccount', {
    invalidates: [queryKeys.payoutAccounts],
    keys: KEPT_KEYS,
    onSuccess: ({ usableFrom }) => {
      toast.success(t('payoutAccounts.added', { date: format.dateTime(usableFrom) }));
      onClose();
    },
  });
  const form = useForm(
    useState<WithdrawalDetails>(emptyDetails),
    (details) => Object.fromEntries(missingIn(details).map((field) => [field, t('common.required')])),
    send.error,
  );
  return (
    <FormDialog
      title={t('payoutAccounts.add')}
      onClose={onClose}
      onSubmit={() => form.attempt(() => send.mutate({ body: destinationOf(form.values) }))}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('payoutAccount'), children: t('payoutAccounts.submit') }}
    >
      <p>{t('payoutAccounts.dialogLead')}</p>
      <DestinationFields form={form} />
    </FormDialog>
  );
}
