import { useText } from '../../../lib/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FILTER_NAMES, type HomeView } from './home-address.ts';
import { MoreFilters } from './more-filters.tsx';

type Props = {
  view: HomeView;
  onChange: (changes: Partial<HomeView>) => void;
  onClose: () => void;
  /** How many proposals the list has with these filters, in words; undefined while it is asked for. */
  found: string | undefined;
};

/** The rarer filters on a phone: over the list, with how many proposals they leave on the button that leads back to it. */
export function FiltersSheet({ view, onChange, onClose, found }: Props) {
  const { t } = useText();
  const set = FILTER_NAMES.filter((name) => name !== 'search' && view[name] !== '');
  return (
    <Dialog
      title={t('home.moreFilters')}
      onClose={onClose}
      sheet
      footer={
        <>
          {set.length > 0 && (
            <Button variant="quiet" onClick={() => onChange(Object.fromEntries(set.map((name) => [name, ''])))}>
              {t('home.empty.clear')}
            </Button>
          )}
          <Button aria-live="polite" onClick={onClose}>
            {found === undefined ? t('common.loading') : t('home.filter.show', { found })}
          </Button>
        </>
      }
    >
      <MoreFilters view={view} onChange={onChange} />
    </Dialog>
  );
}
