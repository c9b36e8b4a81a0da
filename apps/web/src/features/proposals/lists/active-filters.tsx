import { useText } from '../../../lib/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/page.tsx';
import { filterWords } from './filter-words.ts';
import { FILTER_NAMES, type HomeView } from './home-address.ts';
import { usePartners } from '../../../lib/use-partners.ts';

/** The filters that are set, each a button that takes it away. The search stands in its own field. */
export function ActiveFilters({ view, onChange }: { view: HomeView; onChange: (changes: Partial<HomeView>) => void }) {
  const text = useText();
  const { t } = text;
  const set = FILTER_NAMES.filter((name) => name !== 'search' && view[name] !== '');
  const partners = usePartners(view.partner !== '');
  if (set.length === 0) return null;
  return (
    <Row>
      {set.map((name) => {
        const words = filterWords(name, view[name], text, partners);
        return (
          <Button
            key={name}
            variant="quiet"
            small
            icon="close"
            aria-label={t('home.filter.remove', { filter: words })}
            onClick={() => onChange({ [name]: '' })}
          >
            <span dir="auto">{words}</span>
          </Button>
        );
      })}
    </Row>
  );
}
