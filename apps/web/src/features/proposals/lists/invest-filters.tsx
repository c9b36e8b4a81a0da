import { useId, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { type TextKey, useText } from '../../../lib/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { type HomeView, type Sort, SORTS } from './home-address.ts';
import styles from './home-filters.module.css';
import { TypedFilter } from '../../../ui/typed-filter.tsx';
import { FiltersSheet } from './filters-sheet.tsx';
import { MoreFilters } from './more-filters.tsx';
import { countWords } from './proposal-list.tsx';
import { SavedSearches } from './saved-searches.tsx';
import type { useProposalList } from './use-proposal-list.ts';

/** A screen no wider than a phone, where the rarer filters would push the list out of sight. */
const PHONE = '(max-width: 640px)';

type Props = {
  view: HomeView;
  onChange: (changes: Partial<HomeView>) => void;
  list: Pick<ReturnType<typeof useProposalList>, 'data' | 'hasNextPage'>;
};

const SORT_TEXT: Record<Sort, TextKey> = {
  newest: 'home.sort.newest',
  closing: 'home.sort.endingSoon',
  nearlyFunded: 'home.sort.nearlyFunded',
  smallestRest: 'home.sort.leastLeft',
  shortest: 'home.sort.shortest',
  amount: 'home.sort.amount',
};

/** Finding a loan to back. The rarer filters open on demand; those that are set can each be taken away. */
export default function InvestFilters({ view, onChange, list }: Props) {
  const { t } = useText();
  const { user } = useSession();
  const [open, setOpen] = useState<'below' | 'sheet' | null>(null);
  const found = list.data && countWords(list.data.pages.flatMap((page) => page.data).length, list.hasNextPage, t);
  const moreId = useId();
  return (
    <div className={styles.search} role="search" aria-label={t('home.search.label')}>
      <div className={styles.filters}>
        <TypedFilter
          type="search"
          label={t('home.search.field')}
          placeholder={t('home.search.placeholder')}
          value={view.search}
          onValueChange={(search) => onChange({ search })}
        />
        <SelectField
          label={t('home.sort.label')}
          value={view.sort}
          options={SORTS.map((value) => ({ value, label: t(SORT_TEXT[value]) }))}
          onValueChange={(sort) => onChange({ sort: sort as Sort })}
        />
        <Button
          variant="quiet"
          icon="filter"
          aria-expanded={open !== null}
          aria-controls={moreId}
          onClick={() => setOpen(open ? null : matchMedia(PHONE).matches ? 'sheet' : 'below')}
        >
          {t('home.moreFilters')}
        </Button>
      </div>
      <div id={moreId} hidden={open !== 'below'}>
        {open === 'below' && <MoreFilters view={view} onChange={onChange} />}
      </div>
      {open === 'sheet' && <FiltersSheet view={view} onChange={onChange} onClose={() => setOpen(null)} found={found} />}
      <ActiveFilters view={view} onChange={onChange} />
      {user && <SavedSearches view={view} onChange={onChange} />}
    </div>
  );
}
