import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CHECKED_FILTERS, type CheckedFilter, type HomeView, type Sort, SORTS } from './home-address.ts';
import styles from './home-filters.module.css';

type Props = { view: HomeView; onChange: (changes: Partial<HomeView>) => void };

const SORT_TEXT: Record<Sort, TextKey> = {
  newest: 'home.sort.newest',
  ending_soon: 'home.sort.endingSoon',
  least_left: 'home.sort.leastLeft',
  shortest: 'home.sort.shortest',
  amount: 'home.sort.amount',
};
const CHECKED_TEXT: Record<CheckedFilter, TextKey> = {
  '': 'home.checked.any',
  true: 'home.checked.yes',
  false: 'home.checked.no',
};

/** Finding a loan among others'. On a phone the rarer filters open on demand. */
export default function InvestFilters({ view, onChange }: Props) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(view.partner !== '' || view.checked !== '');
  return (
    <div className={styles.filters} role="search" aria-label={t('home.search.label')}>
      <SearchField value={view.search} onValueChange={(search) => onChange({ search })} />
      <SelectField
        label={t('home.sort.label')}
        value={view.sort}
        options={SORTS.map((value) => ({ value, label: t(SORT_TEXT[value]) }))}
        onValueChange={(sort) => onChange({ sort: sort as Sort })}
      />
      <div className={styles.toggle}>
        <Button variant="plain" icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('home.moreFilters')}
        </Button>
      </div>
      <div className={isOpen ? styles.more : styles.moreClosed}>
        <PartnerField value={view.partner} onValueChange={(partner) => onChange({ partner })} />
        <SelectField
          label={t('home.checked.label')}
          value={view.checked}
          options={CHECKED_FILTERS.map((value) => ({ value, label: t(CHECKED_TEXT[value]) }))}
          onValueChange={(checked) => onChange({ checked: checked as CheckedFilter })}
        />
      </div>
    </div>
  );
}

type FieldProps = { value: string; onValueChange: (value: string) => void };

const TYPING_MS = 350;

/** Searches when the typing rests. What the address says, as after Back, replaces what was typed. */
function SearchField({ value, onValueChange }: FieldProps) {
  const { t } = useText();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    const search = typed.trim();
    if (search === value) return undefined;
    const timer = setTimeout(() => {
      setKnown(search);
      onValueChange(search);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onValueChange]);
  return (
    <TextField
      type="search"
      inputMode="search"
      label={t('home.search.field')}
      placeholder={t('home.search.placeholder')}
      value={typed}
      onValueChange={setTyped}
    />
  );
}

function PartnerField({ value, onValueChange }: FieldProps) {
  const { t } = useText();
  const mfis = useQuery({
    queryKey: queryKeys.mfis,
    queryFn: ({ signal }) => call('listMfis', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const options = (mfis.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      label={t('common.partner')}
      value={value}
      options={[{ value: '', label: t('home.partner.any') }, ...options]}
      onValueChange={onValueChange}
    />
  );
}
