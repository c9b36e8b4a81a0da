import { lengthInCodePoints, REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { readAmount, trimmedDecimal } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { staleAfterMoney } from '../../lib/stale-after-money.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = {
  mfiId: string;
  till: { id: string; number: number };
  state: 'closed' | 'received';
  /** The sum to compare with: of the books, or of the person who closed it. */
  expected: { amount: string; currency: string };
  /** The officer is not here, so a reason is needed in any case. */
  isAbandoned?: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** The cash of a till is counted, by its officer and by another; another sum than expected needs a reason (R22.6). */
export function CountDialog({ mfiId, till, state, expected, isAbandoned = false, onDone, onClose }: Props) {
  const { t, format } = useStaffText();
  const { currency } = expected;
  const isClosing = state === 'closed';
  const countOf = (typed: string) => (Number(trimmedDecimal(typed)) || 0).toFixed(2);
  const kept = useKeptValues(`count-${state}.${till.id}`, { counted: '', reason: '' }, ['counted']);
  const form = useForm(kept.state, ({ counted, reason }) => {
    const isOther = counted.trim() !== '' && countOf(counted) !== expected.amount;
    return {
      counted: (counted.trim() === '' || readAmount(counted) === null) && t('awaited.amountProblem'),
      reason:
        reason.trim() === ''
          ? (isOther || isAbandoned) && t('tills.reasonNeeded', { sum: localAmount(expected, format) })
          : lengthInCodePoints(reason) > REASON_LENGTH_MAX,
    };
  });
  const send = useMoneySend('changeTill', {
    invalidates: [queryKeys.tills(mfiId), ...staleAfterMoney(mfiId)],
    onSuccess: ({ approved = 0, left = [] }) => {
      const received = t('tills.received', { count: approved });
      const words = left.length > 0 ? `${received} ${t('tills.left', { count: left.length })}` : received;
      toast.success(isClosing ? t('tills.closed', { number: till.number }) : words);
      kept.forget();
      onDone();
    },
  });
  const submit = () =>
    form.attempt(() => {
      const reason = form.values.reason.trim();
      const counted = { amount: countOf(form.values.counted), currency: currency as 'USD' };
      send.mutate({ query: { mfiId, id: till.id }, body: { state, counted, ...(reason !== '' && { reason }) } });
    });
  return (
    <FormDialog
      title={t(isClosing ? 'tills.closeTitle' : 'tills.receiveTitle', { number: till.number })}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('till'), children: t(isClosing ? 'tills.close' : 'tills.receive') }}
    >
      <p>{t(isClosing ? 'tills.closeLead' : 'tills.receiveLead')}</p>
      <TextField
        {...form.field('counted')}
        label={t('tills.countedIn', { currency })}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
      />
      <TextAreaField
        {...form.field('reason')}
        label={t('tills.reason')}
        hint={t('tills.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        optional
      />
    </FormDialog>
  );
}
