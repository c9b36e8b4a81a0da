import { RETURN_REASONS } from '@sathi/domain/proposals.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-money-send.ts';
import { Banner } from '../../ui/banner.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type DecisionSubject, staleAfterDecision } from './decision-subject.ts';

type Reason = (typeof RETURN_REASONS)[number];

const NOTE_LENGTH_MAX = 1000;

const REASONS: Record<Reason, TextKey> = {
  privacy_text: 'mfi.return.privacyText',
  privacy_photo: 'mfi.return.privacyPhoto',
  other_person_in_photo: 'mfi.return.otherPersonInPhoto',
  wrong_amount: 'mfi.return.wrongAmount',
  wrong_category: 'mfi.return.wrongCategory',
  duplicate: 'mfi.return.duplicate',
  needs_detail: 'mfi.return.needsDetail',
  other: 'mfi.return.other',
};

type Props = { subject: DecisionSubject; collectedAmount: number; onClose: () => void };

/** Back to its owner as a draft, with a reason and a note; every backing goes back where it came from (T10, R2.5). */
export default function ReturnDialog({ subject, collectedAmount, onClose }: Props) {
  const { t, format } = useText();
  const [reason, setReason] = useState<Reason | ''>('');
  const [note, setNote] = useState('');
  const [attempted, setAttempted] = useState(false);
  const send = useMoneySend('returnProposal', {
    invalidates: staleAfterDecision(subject),
    onSuccess: () => {
      toast.success(t('mfi.return.success'));
      onClose();
    },
  });
  // "Other" says nothing by itself.
  const isNoteMissing = reason === 'other' && note.trim() === '';
  const submit = () => {
    setAttempted(true);
    if (reason === '' || isNoteMissing || lengthInCodePoints(note) > NOTE_LENGTH_MAX) return;
    send.mutate({
      query: { mfiId: subject.mfiId, proposalId: subject.proposalId },
      body: { reason, note: note.trim() },
    });
  };
  return (
    <FormDialog
      title={t('mfi.return.title', { title: format.isolate(subject.title) })}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...demo('return'), variant: 'danger', children: t('mfi.return.submit') }}
    >
      <p>{t('mfi.return.explanation', { name: format.isolate(subject.userName) })}</p>
      {collectedAmount > 0 && (
        <Banner tone="warm" icon="undo">
          {t('mfi.return.releases', { amount: t('money.usd', { amount: format.money(collectedAmount) }) })}
        </Banner>
      )}
      <SelectField
        label={t('mfi.return.reason')}
        error={attempted && reason === '' ? t('common.required') : undefined}
        value={reason}
        onValueChange={(value) => setReason(value as Reason | '')}
        options={[
          { value: '', label: t('mfi.return.choose') },
          ...RETURN_REASONS.map((value) => ({ value, label: t(REASONS[value]) })),
        ]}
      />
      <TextAreaField
        label={t('mfi.return.note')}
        hint={t('mfi.return.noteHint')}
        optional={reason !== 'other'}
        error={attempted && isNoteMissing ? t('common.required') : undefined}
        maxLength={NOTE_LENGTH_MAX}
        value={note}
        onValueChange={setNote}
      />
    </FormDialog>
  );
}
