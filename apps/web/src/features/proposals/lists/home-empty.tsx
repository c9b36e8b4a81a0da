import { type TextKey, useText } from '../../../lib/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { type HomeTab, type HomeView, isFiltered } from './home-address.ts';

type Props = {
  view: HomeView;
  onClear: () => void;
  /** Absent where a visitor looks at what is open, which has no other tab. */
  onSelectTab?: (tab: HomeTab) => void;
};

const EMPTY: Record<HomeTab, { text: TextKey; icon: IconName }> = {
  borrow: { text: 'home.empty.borrow', icon: 'seedling' },
  repaid: { text: 'home.empty.repaid', icon: 'check-circle' },
  invest: { text: 'home.empty.invest', icon: 'hands' },
  ignored: { text: 'home.empty.ignored', icon: 'eye-off' },
};

/** The reason why a tab of Home is empty, and the way out. The button to add a proposal stands above it. */
export function HomeEmpty({ view, onClear, onSelectTab }: Props) {
  const { t } = useText();
  if (view.tab === 'borrow' && view.status === 'repaid') {
    return (
      <EmptyState
        icon="check-circle"
        title={t('common.noData')}
        text={t('home.empty.repaidElsewhere')}
        action={
          <Button variant="quiet" onClick={() => onSelectTab?.('repaid')}>
            {t('home.empty.showRepaid')}
          </Button>
        }
      />
    );
  }
  if (isFiltered(view)) {
    const isOthersDraft = view.tab !== 'borrow' && view.tab !== 'repaid' && view.status === 'drafted';
    return (
      <EmptyState
        icon="search"
        title={t('common.noData')}
        text={t(isOthersDraft ? 'home.empty.draftsArePrivate' : 'home.empty.noMatch')}
        action={
          <Button variant="quiet" onClick={onClear}>
            {t('home.empty.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={EMPTY[view.tab].icon}
      title={t('common.noData')}
      text={t(EMPTY[view.tab].text)}
      action={
        (view.tab === 'repaid' || view.tab === 'ignored') && (
          <Button variant="quiet" onClick={() => onSelectTab?.(view.tab === 'repaid' ? 'borrow' : 'invest')}>
            {t(view.tab === 'repaid' ? 'home.empty.toBorrow' : 'home.empty.toInvest')}
          </Button>
        )
      }
    />
  );
}
