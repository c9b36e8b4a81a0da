import { type TextKey, useText } from '../../lib/text.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { type HomeView, STATUS_FILTERS, type StatusFilter } from './home-address.ts';

type Props = { view: HomeView; onChange: (changes: Partial<HomeView>) => void };

const STATUS_TEXT: Record<StatusFilter, TextKey> = {
  all: 'home.filter.all',
  '1': 'home.filter.drafted',
  '2': 'home.filter.published',
  '3': 'home.filter.locked',
  '4': 'home.filter.backed',
  '5': 'home.filter.funded',
  '6': 'home.filter.repaid',
};
export function StatusFilterBar({ view, onChange }: Props) {
  const { t } = useText();
  return (
    <FilterBar
      label={t('home.filter.label')}
      options={STATUS_FILTERS.map((value) => ({ value, label: t(STATUS_TEXT[value]) }))}
      value={view.status}
      onValueChange={(status) => onChange({ status })}
    />
  );
}
