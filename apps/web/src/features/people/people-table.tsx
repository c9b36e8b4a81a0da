import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WorkTable } from '../../ui/work-table.tsx';
import { PhoneLink } from './phone-link.tsx';
import { usePeople } from './use-people.ts';

type Props = { mfi: { id: string; name: string }; search: string; onShowAll: () => void };

/** The people who borrow or back here, each with a number to call. */
export function PeopleTable({ mfi, search, onShowAll }: Props) {
  const { t } = useStaffText();
  const list = usePeople(mfi.id, search);
  if (!list.rows) return list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />;
  if (list.rows.length === 0)
    return (
      <EmptyState
        icon="users"
        title={t('people.none')}
        text={t(search === '' ? 'people.noneYet' : 'people.noneFound')}
        action={
          search !== '' && (
            <Button variant="quiet" onClick={onShowAll}>
              {t('common.showAll')}
            </Button>
          )
        }
      />
    );
  return (
    <Stack>
      <Card padded>
        <WorkTable
          caption={t('people.title')}
          rows={list.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              header: t('people.name'),
              place: 'title',
              sortBy: ({ name }) => name,
              cell: ({ id, name }) => (
                <Link href={paths.mfiPerson(mfi.name, id)} dir="auto">
                  {name}
                </Link>
              ),
            },
            {
              key: 'phone',
              header: t('people.phone'),
              place: 'about',
              cell: (person) => <PhoneLink person={person} />,
            },
            {
              key: 'loans',
              header: t('people.loans'),
              place: 'figure',
              numeric: true,
              sortBy: ({ loansCount }) => loansCount,
              cell: ({ loansCount }) => t('people.loansCount', { count: loansCount }),
            },
            {
              key: 'backings',
              header: t('people.backings'),
              place: 'note',
              numeric: true,
              sortBy: ({ backingsCount }) => backingsCount,
              cell: ({ backingsCount }) => backingsCount > 0 && t('people.backs', { count: backingsCount }),
            },
          ]}
        />
      </Card>
      <MoreButton list={list} />
    </Stack>
  );
}
