import { useId, useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { BodyOf } from '../../lib/wire.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { Message } from './use-conversation.ts';

type Reason = BodyOf<'reportMessage'>['reason'];

const REASONS: Readonly<Record<Reason, TextKey>> = {
  privacy: 'messages.reasonPrivacy',
  fraud: 'messages.reasonFraud',
  offensive: 'messages.reasonOffensive',
  spam: 'messages.reasonSpam',
  other: 'messages.reasonOther',
};

/** Has the staff of the institution look at a message. */
export function ReportDialog({ message, name, onClose }: { message: Message; name: string; onClose: () => void }) {
  const { t, format } = useText();
  const formId = useId();
  const [reason, setReason] = useState<Reason | ''>('');
  const [attempted, setAttempted] = useState(false);
  const send = useSend('reportMessage', {
    onSuccess: () => {
      toast.success(t('messages.reported'));
      onClose();
    },
  });
  const submit = () => {
    setAttempted(true);
    if (reason !== '') send.mutate({ body: { messageId: message.id, reason } });
  };
  const reasons = (Object.keys(REASONS) as Reason[]).map((value) => ({ value, label: t(REASONS[value]) }));
  return (
    <Dialog
      title={t('messages.reportTitle', { name: format.isolate(name) })}
      onClose={onClose}
      busy={send.isPending}
      footer={
        <FormFooter formId={formId} onCancel={onClose} busy={send.isPending}>
          {t('messages.report')}
        </FormFooter>
      }
    >
      <Form id={formId} onSubmit={submit} error={send.error ? errorSentence(send.error, t) : undefined}>
        <p>{t('messages.reportText')}</p>
        <SelectField
          label={t('messages.reason')}
          value={reason}
          onValueChange={(value) => setReason(value as Reason | '')}
          error={attempted && reason === '' ? t('common.required') : undefined}
          options={[{ value: '', label: t('messages.reasonChoose') }, ...reasons]}
        />
      </Form>
    </Dialog>
  );
}
