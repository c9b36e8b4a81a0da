import { CATEGORIES } from '@sathi/domain/categories.ts';
import { type TextKey, useText } from '../../../lib/text.tsx';
import { Columns } from '../../../ui/page.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { categoryText } from '../category-text.ts';
import { filterWords } from './filter-words.ts';
import { CHECKED_FILTERS, type FilterName, type HomeView } from './home-address.ts';
import { TypedFilter } from '../../../ui/typed-filter.tsx';
import { usePartners } from '../../../lib/use-partners.ts';
import { usePlaces } from '../writing/use-places.ts';

type Props = { view: HomeView; onChange: (changes: Partial<HomeView>) => void };

/** Offered beside any other number that an address may hold. */
const NUMBERS = {
  maxRemaining: ['25', '50', '100', '250'],
  maxMonths: ['3', '6', '12', '24'],
  closingWithinDays: ['3', '7', '14'],
} as const;
const NUMBER_LABEL: Record<keyof typeof NUMBERS, TextKey> = {
  maxRemaining: 'home.filter.maxRemaining',
  maxMonths: 'home.filter.maxMonths',
  closingWithinDays: 'home.filter.closing',
};
const NUMBER_NAMES = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[];

/** The rarer ways to find a loan to back (R26.2). Fetched when they are opened. */
export function MoreFilters({ view, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const partners = usePartners();
  const choice = (name: FilterName, label: string, values: readonly string[], any: TextKey = 'home.filter.any') => (
    <SelectField
      key={name}
      label={label}
      value={view[name]}
      options={[
        { value: '', label: t(any) },
        ...withChosen(values, view[name]).map((value) => ({ value, label: filterWords(name, value, text, partners) })),
      ]}
      onValueChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <Columns>
      <TypedFilter
        label={t('proposal.place')}
        suggestions={usePlaces()}
        value={view.place}
        onValueChange={(place) => onChange({ place })}
      />
      <SelectField
        label={t('proposal.category')}
        value={view.category}
        options={[
          { value: '', label: t('home.filter.any') },
          ...CATEGORIES.map((value) => ({ value, label: t(categoryText(value)) })),
        ]}
        onValueChange={(category) => onChange({ category: category as HomeView['category'] })}
      />
      {NUMBER_NAMES.map((name) => choice(name, t(NUMBER_LABEL[name]), NUMBERS[name]))}
      {choice(
        'partner',
        t('common.partner'),
        partners.map(({ id }) => id),
        'home.partner.any',
      )}
      {choice('checked', t('home.checked.label'), CHECKED_FILTERS.slice(1), 'home.checked.any')}
    </Columns>
  );
}

function withChosen(values: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || values.includes(chosen) ? values : [...values, chosen];
}
