import { OUTCOME_WORDS, WAY_WORDS } from '../../lib/contact-words.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { MoreButton } from '../../ui/more-button.tsx';

/** Earlier contacts, newest first; it is not there while there are none. */
export function ContactList({ proposalId, mfiId }: { proposalId: string; mfiId: string }) {
  const { t, format } = useStaffText();
  const list = useList('listContacts', queryKeys.contacts(proposalId), { mfiId, proposalId });
  const { rows = [] } = list;
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('contacts.before')}>
      <h3>{t('contacts.before')}</h3>
      <ul>
        {rows.map(({ id, way, outcome, promisedOn, note, forBackers, byName, at }) => (
          <li key={id}>
            <p>
              {format.joined([
                format.date(at),
                t(WAY_WORDS[way]),
                promisedOn === null
                  ? t(OUTCOME_WORDS[outcome])
                  : t('contacts.promised', { date: format.date(promisedOn) }),
                byName,
              ])}
            </p>
            {note !== '' && <p dir="auto">{note}</p>}
            {forBackers !== '' && <p>{t('contacts.forBackersSaid', { words: forBackers })}</p>}
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </section>
  );
}
