import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Office, StaffOnly } from '../../features/mfis/staff-only.tsx';
import { PeopleTable } from '../../features/people/people-table.tsx';
import { PersonView } from '../../features/people/person-view.tsx';
import { usePerson } from '../../features/people/use-people.ts';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TypedFilter } from '../../ui/typed-filter.tsx';

/** The people of an institution, for its staff: found by name or phone, and one of them with loans and notes. */
export default function PeoplePage() {
  const [search] = useSearchParams();
  const personId = search.get('person');
  return (
    <StaffOnly pathOf={paths.mfiPeople}>
      {(mfi, mfiSwitch) =>
        personId === null ? (
          <Directory key={mfi.id} mfi={mfi} mfiSwitch={mfiSwitch} />
        ) : (
          <OnePerson key={personId} mfi={mfi} id={personId} />
        )
      }
    </StaffOnly>
  );
}

function Directory({ mfi, mfiSwitch }: { mfi: Office; mfiSwitch: ReactNode }) {
  const { t } = useStaffText();
  const [words, setWords] = useState('');
  return (
    <Page
      title={t('people.title')}
      lead={t('people.lead', { mfi: mfi.name })}
      actions={
        <>
          {mfiSwitch}
          <LinkButton variant="quiet" icon="users" href={paths.mfiStaff(mfi.name)}>
            {t('staff.title')}
          </LinkButton>
          <LinkButton variant="quiet" icon="phone" href={paths.mfiPhoneChanges(mfi.name)}>
            {t('phoneChange.title')}
          </LinkButton>
        </>
      }
    >
      <Stack>
        <TypedFilter label={t('people.search')} value={words} onValueChange={setWords} />
        <PeopleTable mfi={mfi} search={words} onShowAll={() => setWords('')} />
      </Stack>
    </Page>
  );
}

function OnePerson({ mfi, id }: { mfi: Office; id: string }) {
  const { t } = useStaffText();
  const { data: person, ...query } = usePerson(mfi.id, id);
  return (
    <Page
      title={person?.name ?? t('people.title')}
      width="reading"
      back={{ href: paths.mfiPeople(mfi.name), label: t('people.title') }}
    >
      {person && <PersonView mfi={mfi} person={person} />}
      {!person && (query.isError ? <ErrorState onRetry={() => void query.refetch()} /> : <Skeleton shape="box" />)}
    </Page>
  );
}
