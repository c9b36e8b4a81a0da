import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Presets } from '../../ui/presets.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type Line, referencesOf, RESULT_WORDS } from './line-words.ts';
import { PartFields } from './part-fields.tsx';
import { type Part, problemsOfParts, targetsOf } from './split-parts.ts';
import { useBooking } from './use-lines.ts';

type Props = { mfiId: string; line: Line; onClose: () => void; onDone: () => void };
const RESTS = ['', 'returned', 'own_money'] as const;

/**
 * The person or the loan that a line is about, by their reference, or several with the part of each; of one loan also what
 * becomes of the rest (R21.8, R22.4).
 */
export function ChooseDialog({ mfiId, line, onClose, onDone }: Props) {
  const text = useStaffText();
  const { t, format } = text;
  const [refused, setRefused] = useState<string | null>(null);
  const send = useBooking(mfiId, text, ([first]) => {
    if (first && first.result !== 'booked') return setRefused(t(RESULT_WORDS[first.result]));
    onDone();
    onClose();
  });
  const references = referencesOf(line);
  const [wasAttempted, setAttempted] = useState(false);
  const [parts, setParts] = useState<readonly Part[]>([{ reference: references[0] ?? '', amount: '', of: '' }]);
  const [restAs, setRestAs] = useState<(typeof RESTS)[number]>('');
  const problems = problemsOfParts(parts, line);
  const isOne = parts.length === 1;
  const isByReference = isOne && parts[0]?.of === '';
  const submit = () => {
    setAttempted(true);
    if (problems.some(({ reference, amount }) => reference || amount !== null)) return;
    const rest = isByReference && restAs !== '' ? { restAs } : {};
    const lines = targetsOf(parts, line).map((target) => ({ id: line.id, target, ...rest }));
    send.mutate({ query: { mfiId }, body: { lines } });
  };
  return (
    <FormDialog
      title={t('desk.chooseTitle', { amount: localAmount(line.local, format) })}
      about={t('desk.chooseLead')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : (refused ?? undefined)}
      submit={{ ...help('bookLine'), children: t('desk.book') }}
    >
      <PartFields
        mfiId={mfiId}
        line={line}
        parts={parts}
        onParts={setParts}
        problems={wasAttempted ? problems : null}
      />
      {isByReference && references.length > 1 && (
        <Presets
          label={t('desk.candidates')}
          options={references.map((value) => ({ value, label: value }))}
          chosen={parts[0]?.reference ?? ''}
          onChoose={(reference) => setParts([{ reference, amount: '', of: '' }])}
        />
      )}
      {isByReference && (
        <SelectField
          label={t('desk.rest')}
          hint={t('desk.restHint')}
          value={restAs}
          onValueChange={(value) => setRestAs(value as (typeof RESTS)[number])}
          options={[
            { value: '', label: t('desk.rest.credit') },
            { value: 'returned', label: t('desk.as.returned') },
            { value: 'own_money', label: t('desk.as.own_money') },
          ]}
        />
      )}
    </FormDialog>
  );
}
