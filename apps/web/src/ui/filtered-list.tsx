import { type ComponentProps, type ReactNode, useId } from 'react';
import { errorSentence } from '../lib/error-sentence.ts';
import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { CardGrid } from './card.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { FilterBar } from './filter-bar.tsx';
import { MoreButton } from './more-button.tsx';
import { Stack } from './page.tsx';

type Props<Row, Filter extends string> = {
  title: string;
  filterLabel: string;
  /** The empty one lets all rows through. */
  options: readonly { value: Filter | ''; label: string }[];
  filter: Filter | '';
  onFilter: (filter: Filter | '') => void;
  list: ComponentProps<typeof MoreButton>['list'] & {
    rows: readonly Row[] | undefined;
    isError: boolean;
    error: unknown;
    retry: () => void;
  };
  /** Why nothing is there: at all, and with this filter. */
  empty: string;
  emptyFilter: string;
  children: (row: Row) => ReactNode;
};

/** Cards that a filter chooses, in each state such a list can be in. */
export function FilteredList<Row, Filter extends string>(props: Props<Row, Filter>) {
  const { title, filterLabel, options, filter, onFilter, list, empty, emptyFilter, children } = props;
  const { t } = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Stack>
        <h2 id={id}>{title}</h2>
        <FilterBar label={filterLabel} options={options} value={filter} onValueChange={onFilter} />
        {list.isError && !list.rows && <ErrorState text={errorSentence(list.error, t)} onRetry={list.retry} />}
        {!list.rows && !list.isError && <CardSkeletons count={3} />}
        {list.rows?.length === 0 && (
          <EmptyState
            icon="inbox"
            title={t('common.noData')}
            text={filter === '' ? empty : emptyFilter}
            action={
              filter !== '' && (
                <Button variant="quiet" onClick={() => onFilter('')}>
                  {t('common.showAll')}
                </Button>
              )
            }
          />
        )}
        {list.rows && list.rows.length > 0 && <CardGrid label={title}>{list.rows.map(children)}</CardGrid>}
        <MoreButton list={list} />
      </Stack>
    </section>
  );
}
