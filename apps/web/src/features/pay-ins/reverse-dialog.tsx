import { centsOfDollars } from '@sathi/domain/money.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useId } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { staleAfterMoney } from '../../lib/stale-after-money.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = {
  mfiId: string;
  receipt: Pick<DataOf<'listReceipts'>[number], 'id' | 'userName' | 'amount'>;
  onClose: () => void;
};

/** Reverses a receipt whose money a bank took back: asks for the reason, shows the effect, then confirms (R20.8). */
export function ReverseDialog({ mfiId, receipt, onClose }: Props) {
  const { t, format } = useStaffText();
  const formId = useId();
  const { id, userName, amount } = receipt;
  const kept = useKeptValues(`reverse-receipt.${id}`, { reason: '' });
  const send = useMoneySend('reverseReceipt', {
    invalidates: staleAfterMoney(mfiId),
    onSuccess: () => {
      toast.success(t('receipts.reversed'));
      kept.forget();
      onClose();
    },
  });
  const preview = useMoneySend('reverseReceipt', { onSuccess: () => form.review() });
  const form = useReviewedForm(
    kept.state,
    ({ reason }) => ({
      reason: requiredWords(t, reason),
    }),
    send,
  );
  const body = { reason: form.values.reason.trim() };
  const look = () => form.attempt(() => preview.mutate({ query: { mfiId, id, preview: 'true' }, body }));
  const problem = (error: unknown) => (error ? errorSentence(error, t) : undefined);
  return (
    <ReviewedDialog
      title={t('receipts.reverseTitle')}
      about={format.joined([userName, format.money(amount)])}
      onClose={onClose}
      busy={send.isPending || preview.isPending}
      formId={formId}
      form={
        <Form id={formId} onSubmit={look} busy={preview.isPending} error={problem(preview.error)}>
          <p>{t('receipts.reverseLead')}</p>
          <TextAreaField
            {...form.field('reason')}
            label={t('money.reason')}
            hint={t('receipts.reasonHint')}
            maxLength={REASON_LENGTH_MAX}
          />
        </Form>
      }
      review={
        <Stack>
          <p>{t('receipts.effect')}</p>
          {preview.data && <Effect effect={preview.data} />}
          <p>{t('receipts.told', { name: userName })}</p>
          {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
        </Stack>
      }
      reviewed={form}
      confirm={t('receipts.reverseSubmit', { amount: format.money(amount) })}
      onConfirm={() => send.mutate({ query: { mfiId, id }, body })}
    />
  );
}

/** The effect of the reversal, in the order in which the money is taken. */
function Effect({ effect }: { effect: DataOf<'reverseReceipt'> }) {
  const { t, format } = useStaffText();
  const { fromCredit, reopened, takenOver, belowZero } = effect;
  const inLoans = (sums: readonly { amount: number }[]) => {
    const sum = sums.reduce((all, { amount }) => all + centsOfDollars(amount), 0) / 100;
    return t('receipts.inLoans', { amount: format.money(sum), count: sums.length });
  };
  return (
    <ReviewList
      rows={[
        ...(fromCredit > 0 ? [{ label: t('receipts.fromCredit'), value: format.money(fromCredit) }] : []),
        ...(reopened.length > 0 ? [{ label: t('receipts.reopened'), value: inLoans(reopened) }] : []),
        ...(takenOver.length > 0 ? [{ label: t('receipts.takenOver'), value: inLoans(takenOver) }] : []),
        ...(belowZero > 0 ? [{ label: t('receipts.belowZero'), value: format.money(belowZero) }] : []),
      ]}
    />
  );
}
