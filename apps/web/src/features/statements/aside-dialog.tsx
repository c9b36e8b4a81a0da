import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { staleAfterMoney } from '../../lib/stale-after-money.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { Line } from './line-words.ts';
import { OtherLineFields } from './other-line-fields.tsx';
import { TillField } from './till-field.tsx';

type Props = { mfiId: string; line: Line; onClose: () => void; onDone: () => void };
const KINDS = ['fee', 'own_money', 'between_accounts', 'returned'] as const;
const BEGUN = { as: 'fee' as (typeof KINDS)[number], note: '', otherLineId: '', accountId: '' };

/** A line that is no money of anybody in the books, with a note that says why (R21.8). */
export function AsideDialog({ mfiId, line, onClose, onDone }: Props) {
  const { t, format } = useStaffText();
  const kept = useKeptValues(`aside.${line.id}`, BEGUN, ['as', 'otherLineId', 'accountId']);
  const send = useSend('setLineAside', {
    invalidates: staleAfterMoney(mfiId),
    onSuccess: () => {
      toast.success(t('desk.isAside'));
      kept.forget();
      onDone();
      onClose();
    },
  });
  const form = useForm(
    kept.state,
    ({ as, note, otherLineId }) => ({
      note: requiredWords(t, note),
      otherLineId: as === 'returned' && otherLineId === '' && t('common.required'),
    }),
    send.error,
  );
  const [otherDay, setOtherDay] = useState(line.bookedOn);
  const { as, note, otherLineId, accountId } = form.values;
  const named = {
    ...(as === 'returned' && { otherLineId }),
    ...(as === 'between_accounts' && accountId !== '' && { accountId }),
  };
  const submit = () => form.attempt(() => send.mutate({ query: { mfiId }, body: { id: line.id, as, note, ...named } }));
  return (
    <FormDialog
      title={t('desk.asideTitle', { amount: localAmount(line.local, format) })}
      about={t('desk.asideLead')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('bookLine'), children: t('desk.setAside') }}
    >
      <SelectField
        label={t('desk.as')}
        value={as}
        onValueChange={(value) => form.set({ as: value as (typeof KINDS)[number] })}
        options={[
          { value: 'fee', label: t('desk.as.fee') },
          { value: 'own_money', label: t('desk.as.own_money') },
          { value: 'between_accounts', label: t('desk.as.between_accounts') },
          { value: 'returned', label: t('desk.as.returned') },
        ]}
      />
      {as === 'returned' && (
        <OtherLineFields
          mfiId={mfiId}
          line={line}
          day={otherDay}
          onDay={(day) => {
            setOtherDay(day);
            form.set({ otherLineId: '' });
          }}
          otherLine={form.field('otherLineId')}
        />
      )}
      {as === 'between_accounts' && (
        <TillField mfiId={mfiId} value={accountId} onValueChange={(id) => form.set({ accountId: id })} />
      )}
      <TextField {...form.field('note')} label={t('desk.note')} aside={counterBeyond(note, REASON_LENGTH_MAX)} />
    </FormDialog>
  );
}
