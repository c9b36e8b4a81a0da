import { STATUS_WORDS } from '../../lib/status-words.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { type HomeView, STATUS_FILTERS, type StatusFilter } from './home-address.ts';

type Props = { view: HomeView; onChange: (changes: Partial<HomeView>) => void };

const STATUS_FILTER_WORDS: Record<StatusFilter, TextKey> = { ...STATUS_WORDS, all: 'common.filterAll' };

export function StatusFilterBar({ view, onChange }: Props) {
  const { t } = useText();
  return (
    <FilterBar
      label={t('home.filter.label')}
      options={STATUS_FILTERS.map((value) => ({ value, label: t(STATUS_FILTER_WORDS[value]) }))}
      value={view.status}
      onValueChange={(status) => onChange({ status })}
    />
  );
}
