import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { staleAfterMoney } from '../../lib/stale-after-money.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useReason } from '../../lib/use-reason.ts';
import { useSend } from '../../lib/use-send.ts';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { Line } from './line-words.ts';

type Props = { mfiId: string; line: Line; onClose: () => void; onDone: () => void };

/** Takes back exactly what a line did, for a reason that stays beside it (R21.9). */
export function UndoDialog({ mfiId, line, onClose, onDone }: Props) {
  const { t, format } = useStaffText();
  const send = useSend('undoLine', {
    invalidates: staleAfterMoney(mfiId),
    onSuccess: () => {
      toast.success(t('desk.undone'));
      form.forget();
      onDone();
      onClose();
    },
  });
  const form = useReason(`undo-line.${line.id}`, send.error);
  const submit = () => form.attempt(() => send.mutate({ query: { mfiId, id: line.id }, body: form.values }));
  return (
    <FormDialog
      title={t('desk.undoTitle', { amount: localAmount(line.local, format) })}
      about={t('desk.undoLead')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('undoLine'), children: t('desk.undo') }}
    >
      <TextField
        {...form.field('reason')}
        label={t('desk.reason')}
        aside={counterBeyond(form.values.reason, REASON_LENGTH_MAX)}
      />
    </FormDialog>
  );
}
