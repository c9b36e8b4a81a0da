import { centsOfDollars } from '@sathi/domain/money.ts';
import { RETURN_REASONS } from '@sathi/domain/proposals.ts';
import { RETURN_NOTE_LENGTH_MAX } from '@sathi/domain/staff.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { Banner } from '../../ui/banner.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { decisionQuery, staleAfterDecision } from './decision-call.ts';
import type { DecisionSubject } from './decision-subject.ts';

type Reason = (typeof RETURN_REASONS)[number];

const REASONS: Record<Reason, StaffTextKey> = {
  privacy_text: 'mfi.return.privacyText',
  privacy_photo: 'mfi.return.privacyPhoto',
  other_person_in_photo: 'mfi.return.otherPersonInPhoto',
  wrong_amount: 'mfi.return.wrongAmount',
  wrong_category: 'mfi.return.wrongCategory',
  duplicate: 'mfi.return.duplicate',
  needs_detail: 'mfi.return.needsDetail',
  other: 'mfi.return.other',
};

type Props = {
  subject: DecisionSubject;
  collectedAmount: number;
  onClose: () => void;
  /** Called in the place of `onClose`, once the proposal is returned. */
  onDone?: () => void;
};

/**
 * Returns a proposal to its owner as a draft, with a reason and a note; every backing goes back where it came from
 * (T10, R2.5).
 */
export function ReturnDialog({ subject, collectedAmount, onClose, onDone = onClose }: Props) {
  const { t, format } = useStaffText();
  const kept = useKeptValues<{ reason: Reason | ''; note: string }>(`return.${subject.proposalId}`, {
    reason: '',
    note: '',
  });
  const form = useForm(kept.state, ({ reason, note }) => {
    // "Other" says nothing by itself.
    const isNoteMissing = reason === 'other' && note.trim() === '';
    return {
      reason: reason === '' && t('common.required'),
      note: isNoteMissing ? t('common.required') : lengthInCodePoints(note) > RETURN_NOTE_LENGTH_MAX,
    };
  });
  const { reason, note } = form.values;
  const send = useMoneySend('returnProposal', {
    invalidates: staleAfterDecision(subject),
    onSuccess: () => {
      toast.success(t('mfi.return.success'));
      kept.forget();
      onDone();
    },
  });
  // The part that is promised and has not come ends with the return (R20.9).
  const goesBack = (centsOfDollars(collectedAmount) - centsOfDollars(subject.unpaid?.amount ?? 0)) / 100;
  const submit = () =>
    form.attempt(() =>
      send.mutate({
        query: decisionQuery(subject),
        body: { reason: reason as Reason, note: note.trim() },
      }),
    );
  return (
    <FormDialog
      title={t('money.actions.returnProposal')}
      about={subject.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('return'), variant: 'danger', children: t('mfi.return.submit') }}
    >
      <p>{t('mfi.return.explanation', { name: subject.userName })}</p>
      {goesBack > 0 && (
        <Banner tone="warm" icon="undo">
          {t('mfi.return.releases', { amount: t('money.usd', { amount: format.money(goesBack) }) })}
        </Banner>
      )}
      <SelectField
        label={t('mfi.return.reason')}
        {...form.field('reason')}
        options={[
          { value: '', label: t('mfi.return.choose') },
          ...RETURN_REASONS.map((value) => ({ value, label: t(REASONS[value]) })),
        ]}
      />
      <TextAreaField
        label={t('mfi.return.note')}
        hint={t('mfi.return.noteHint')}
        optional={reason !== 'other'}
        maxLength={RETURN_NOTE_LENGTH_MAX}
        {...form.field('note')}
      />
    </FormDialog>
  );
}
