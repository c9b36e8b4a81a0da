import { PERSON_NOTE_LENGTH_MAX } from '@sathi/domain/staff.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { localFirst } from '../../lib/local-amount.ts';
import { paths } from '../../lib/paths.ts';
import { filterWord, statusOf } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Rows } from '../../ui/rows.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { PhoneLink } from './phone-link.tsx';
import styles from './people.module.css';
import type { Person } from './use-people.ts';

type Props = { mfi: { id: string; name: string }; person: Person };

/** One person as the staff of one institution know them. */
export function PersonView({ mfi, person }: Props) {
  const { t } = useStaffText();
  return (
    <Stack>
      <PhoneLink person={person} />
      <Panel title={t('people.loans')}>
        <Loans mfi={mfi} person={person} />
      </Panel>
      <Panel title={t('people.notes')}>
        <Notes mfi={mfi} person={person} />
      </Panel>
    </Stack>
  );
}

function Loans({ mfi, person: { loans, backingsCount } }: Props) {
  const { t, format } = useStaffText();
  return (
    <>
      {loans.length === 0 && <p>{t('people.noLoans')}</p>}
      {loans.length > 0 && (
        <Rows
          label={t('people.loans')}
          rows={loans.map((loan) => ({
            key: loan.proposalId,
            href: paths.proposal(mfi.name, loan.proposalId),
            title: loan.title,
            figure: localFirst(loan.local, loan.amount, format),
            about: format.joined([t(filterWord(statusOf(loan))), format.date(loan.publishedAt)]),
            ...(loan.outstandingAmount > 0 && {
              note: t('people.outstanding', {
                amount: localFirst(loan.localOutstanding, loan.outstandingAmount, format),
              }),
            }),
          }))}
        />
      )}
      {backingsCount > 0 && <p>{t('people.backs', { count: backingsCount })}</p>}
    </>
  );
}

/** The notes of the staff of this institution, newest first; a note stays as it was written. */
function Notes({ mfi, person: { id, notes } }: Props) {
  const { t, format } = useStaffText();
  const { state } = useKeptValues(`note.${mfi.id}.${id}`, { text: '' });
  const send = useSend('writePersonNote', {
    keys: KEPT_KEYS,
    invalidates: [queryKeys.person(mfi.id, id)],
    onSuccess: () => {
      form.restart({ text: '' });
      toast.success(t('people.noteSaved'));
    },
  });
  const form = useForm(state, ({ text }) => ({ text: requiredWords(t, text, PERSON_NOTE_LENGTH_MAX) }));
  const submit = () =>
    form.attempt(() => send.mutate({ query: { mfiId: mfi.id, id }, body: { text: form.values.text.trim() } }));
  return (
    <Stack>
      <Form onSubmit={submit} busy={send.isPending} error={send.error ? errorSentence(send.error, t) : undefined}>
        <TextAreaField
          label={t('people.note')}
          hint={t('people.noteHint', { mfi: mfi.name })}
          rows={2}
          maxLength={PERSON_NOTE_LENGTH_MAX}
          {...form.field('text')}
        />
        <div>
          <Button {...help('writeNote')} type="submit" icon="edit" busy={send.isPending}>
            {t('people.noteSubmit')}
          </Button>
        </div>
      </Form>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={t('people.notes')}>
          {notes.map(({ id: noteId, authorName, text, writtenAt }) => (
            <li key={noteId}>
              <p dir="auto">{text}</p>
              <p className={styles.by}>{format.joined([format.isolate(authorName), format.dateTime(writtenAt)])}</p>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
