import {
  CONTACT_NOTE_LENGTH_MAX,
  CONTACT_OUTCOMES,
  CONTACT_WAYS,
  type ContactOutcome,
  type ContactWay,
} from '@sathi/domain/contacts.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { OUTCOME_WORDS, WAY_WORDS } from '../../lib/contact-words.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { keysFor } from '../../lib/kept-keys.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { todayHere } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ContactList } from './contact-list.tsx';

type Props = {
  loan: { proposalId: string; title: string; userName: string };
  mfi: { id: string; name: string };
  onClose: () => void;
};

/** Calls that reach nobody tell the same words, and the next one may follow in the afternoon. */
const CONTACT_KEYS = keysFor(3_600_000);

type Typed = { way: ContactWay; outcome: '' | ContactOutcome; promisedOn: string; note: string; forBackers: string };

/** A call or a visit to the borrower of a late loan: what came of it, and what was said before (R27.3). */
export default function ContactDialog({ loan: { proposalId, title, userName }, mfi, onClose }: Props) {
  const { t } = useStaffText();
  const [today] = useState(todayHere);
  const { form, send, submit } = useContact({ proposalId, mfi, today, onSaved: onClose });
  return (
    <FormDialog
      title={t('contacts.title', { name: userName })}
      about={title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ children: t('contacts.save') }}
    >
      <SelectField
        label={t('contacts.way')}
        {...form.field('way')}
        options={CONTACT_WAYS.map((value) => ({ value, label: t(WAY_WORDS[value]) }))}
      />
      <SelectField
        label={t('contacts.outcome')}
        {...form.field('outcome')}
        options={[
          { value: '', label: t('mfi.return.choose') },
          ...CONTACT_OUTCOMES.map((value) => ({ value, label: t(OUTCOME_WORDS[value]) })),
        ]}
      />
      {form.values.outcome === 'promised' && (
        <DateField label={t('contacts.promisedOn')} {...form.field('promisedOn')} min={today} />
      )}
      <TextAreaField
        label={t('contacts.note')}
        hint={t('contacts.noteHint')}
        optional
        maxLength={CONTACT_NOTE_LENGTH_MAX}
        {...form.field('note')}
      />
      <TextAreaField
        label={t('contacts.forBackers')}
        hint={t('contacts.forBackersHint')}
        optional
        maxLength={CONTACT_NOTE_LENGTH_MAX}
        {...form.field('forBackers')}
      />
      <ContactList proposalId={proposalId} mfiId={mfi.id} />
    </FormDialog>
  );
}

type Contact = Pick<Props, 'mfi'> & { proposalId: string; today: string; onSaved: () => void };

function useContact({ proposalId, mfi, today, onSaved }: Contact) {
  const { t } = useStaffText();
  const kept = useKeptValues<Typed>(`contact.${proposalId}`, {
    way: 'call',
    outcome: '',
    promisedOn: '',
    note: '',
    forBackers: '',
  });
  const form = useForm(kept.state, ({ outcome, promisedOn, note, forBackers }) => ({
    outcome: outcome === '' && t('common.required'),
    promisedOn:
      outcome === 'promised' && (promisedOn === '' || promisedOn < today) ? t('contacts.promisedOnProblem') : undefined,
    note: lengthInCodePoints(note) > CONTACT_NOTE_LENGTH_MAX,
    forBackers: lengthInCodePoints(forBackers) > CONTACT_NOTE_LENGTH_MAX,
  }));
  const { way, outcome, promisedOn, note, forBackers } = form.values;
  const send = useSend('recordContact', {
    keys: CONTACT_KEYS,
    invalidates: [queryKeys.contacts(proposalId), queryKeys.mfiPortfolio(mfi.name)],
    onSuccess: () => {
      toast.success(t('contacts.saved'));
      kept.forget();
      onSaved();
    },
  });
  const submit = () =>
    form.attempt(() =>
      send.mutate({
        query: { mfiId: mfi.id, proposalId },
        body: {
          way,
          outcome: outcome as ContactOutcome,
          ...(outcome === 'promised' && { promisedOn }),
          ...(note.trim() !== '' && { note: note.trim() }),
          ...(forBackers.trim() !== '' && { forBackers: forBackers.trim() }),
        },
      }),
    );
  return { form, send, submit };
}
