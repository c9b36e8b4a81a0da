import { filterWord } from '../../../lib/proposal-status.ts';
import { useText } from '../../../lib/text.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { type HomeView, STATUS_FILTERS } from './home-address.ts';

type Props = { view: HomeView; onChange: (changes: Partial<HomeView>) => void };

export function StatusFilterBar({ view, onChange }: Props) {
  const { t } = useText();
  return (
    <FilterBar
      label={t('home.filter.label')}
      options={STATUS_FILTERS.map((value) => ({ value, label: t(filterWord(value)) }))}
      value={view.status}
      onValueChange={(status) => onChange({ status })}
    />
  );
}
