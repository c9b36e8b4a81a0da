import { THANKS_NOTE_LENGTH_MAX } from '@sathi/domain/invitations.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { proposal: ProposalSummary; onClose: () => void };

/** A backer thanks the owner, with a few words or without (R12.9). */
export function ThankOwnerDialog({ proposal, onClose }: Props) {
  const { t, format } = useText();
  const name = proposal.user.firstName;
  const kept = useKeptValues(`thanks.${proposal.id}`, { note: '' });
  const send = useSend('sendThankYouEmail', {
    onSuccess: ({ results }) => {
      onClose();
      const isSent = results.some(({ result }) => result === 'sent');
      if (!isSent) return void toast.info(t('invitations.resend.from', { date: format.date(tomorrow()) }));
      kept.forget();
      toast.success(t('invitations.sent'));
    },
  });
  const form = useForm(
    kept.state,
    ({ note }) => ({ note: lengthInCodePoints(note.trim()) > THANKS_NOTE_LENGTH_MAX }),
    send.error,
  );
  const submit = () =>
    form.attempt(() => send.mutate({ body: { proposalId: proposal.id, sendToMail: '', ...form.values } }));
  return (
    <FormDialog
      title={t('invitations.thank.one', { name })}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('thank'), children: t('common.send') }}
    >
      <p>{t('help.thank')}</p>
      <TextAreaField
        label={t('campaigns.write.text')}
        maxLength={THANKS_NOTE_LENGTH_MAX}
        {...form.field('note')}
        optional
      />
    </FormDialog>
  );
}

/** The server counts days in UTC. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}
