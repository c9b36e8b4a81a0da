import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callList } from '../../../lib/api.ts';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { help } from '../../../lib/help-mode.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useText } from '../../../lib/text.tsx';
import { useSend } from '../../../lib/use-send.ts';
import type { DataOf } from '../../../lib/wire.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.ts';
import { FILTER_NAMES, type HomeView, isFiltered, wholeTab } from './home-address.ts';
import { SaveSearchDialog } from './save-search-dialog.tsx';
import { openQueryOf } from './use-proposal-list.ts';

type SavedSearch = DataOf<'listSavedSearches'>[number];
type Filters = SavedSearch['filters'];
type Props = { view: HomeView; onChange: (changes: Partial<HomeView>) => void };

/** A partner is an MFI to the server. */
const KEPT_NAMES = FILTER_NAMES.map((name) => (name === 'partner' ? 'mfi' : name));

/** The searches that a person keeps, to look again, and the way to keep this one (R26.2). Fetched for people signed in. */
export function SavedSearches({ view, onChange }: Props) {
  const { t } = useText();
  const label = useId();
  const [isSaving, setSaving] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const { data } = useQuery({
    queryKey: queryKeys.savedSearches,
    queryFn: ({ signal }) => callList('listSavedSearches', {}, { signal }),
  });
  const searches = data?.data ?? [];
  const filters = filtersOf(view);
  const canSave = isFiltered(view) && !searches.some((search) => isSame(search.filters, filters));
  if (searches.length === 0 && !canSave) return null;
  return (
    <div role="group" aria-labelledby={searches.length > 0 ? label : undefined}>
      {searches.length > 0 && <p id={label}>{t('home.saved.label')}</p>}
      <Row>
        {searches.map((search) =>
          isChanging ? (
            <Removal key={search.id} search={search} />
          ) : (
            <Button
              key={search.id}
              variant="quiet"
              small
              icon="search"
              aria-pressed={isSame(search.filters, filters)}
              onClick={() => onChange(viewOf(search))}
            >
              <span dir="auto">{search.name}</span>
            </Button>
          ),
        )}
        {canSave && (
          <Button {...help('saveSearch')} variant="plain" small icon="plus" onClick={() => setSaving(true)}>
            {t('home.saved.save')}
          </Button>
        )}
        {searches.length > 0 && (
          <Button
            {...help('removeSearch')}
            variant="plain"
            small
            icon="edit"
            aria-pressed={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {t('home.saved.manage')}
          </Button>
        )}
      </Row>
      {isSaving && <SaveSearchDialog view={view} filters={filters} onClose={() => setSaving(false)} />}
    </div>
  );
}

function Removal({ search: { id, name } }: { search: SavedSearch }) {
  const { t } = useText();
  const remove = useSend('deleteSavedSearch', {
    invalidates: [queryKeys.savedSearches],
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  return (
    <Button
      {...help('removeSearch')}
      variant="quiet"
      small
      icon="close"
      busy={remove.isPending}
      aria-label={t('home.saved.remove', { name })}
      onClick={() => remove.mutate({ query: { id } })}
    >
      <span dir="auto">{name}</span>
    </Button>
  );
}

/** The filters are kept, order and status are not. */
function filtersOf(view: HomeView) {
  const { sort: _, ...filters } = openQueryOf(view);
  return filters;
}

function isSame(one: Filters, other: Filters): boolean {
  const written = (filters: Filters) => JSON.stringify(KEPT_NAMES.map((name) => String(filters[name] ?? '')));
  return written(one) === written(other);
}

/** The filters of a kept search, and none besides. */
function viewOf({ filters }: SavedSearch): Partial<HomeView> {
  const kept = { ...filters, partner: filters.mfi };
  const names = FILTER_NAMES.map((name) => [name, String(kept[name] ?? '')]);
  return { status: wholeTab('invest').status, ...(Object.fromEntries(names) as Partial<HomeView>) };
}
