import { demo } from '../../lib/demo-mode.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { type HomeTab, type HomeView, isFiltered } from './home-address.ts';

type Props = {
  view: HomeView;
  onAdd: () => void;
  onClear: () => void;
  onSelectTab: (tab: HomeTab) => void;
};

const EMPTY: Record<HomeTab, { text: TextKey; icon: IconName }> = {
  borrow: { text: 'home.empty.borrow', icon: 'seedling' },
  repaid: { text: 'home.empty.repaid', icon: 'check-circle' },
  invest: { text: 'home.empty.invest', icon: 'hands' },
  ignored: { text: 'home.empty.ignored', icon: 'eye-off' },
};

/** Why a tab of Home is empty and what to do about it. */
export function HomeEmpty({ view, onAdd, onClear, onSelectTab }: Props) {
  const { t } = useText();
  if (view.tab === 'borrow' && view.status === '6') {
    return (
      <EmptyState
        icon="check-circle"
        title={t('common.noData')}
        text={t('home.empty.repaidElsewhere')}
        action={
          <Button variant="quiet" onClick={() => onSelectTab('repaid')}>
            {t('home.empty.showRepaid')}
          </Button>
        }
      />
    );
  }
  if (isFiltered(view)) {
    const isOthersDraft = view.tab !== 'borrow' && view.tab !== 'repaid' && view.status === '1';
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
        view.tab === 'borrow' ? (
          <Button {...demo('addProposal')} icon="plus" onClick={onAdd}>
            {t('home.empty.writeFirst')}
          </Button>
        ) : (
          view.tab !== 'invest' && (
            <Button variant="quiet" onClick={() => onSelectTab(view.tab === 'repaid' ? 'borrow' : 'invest')}>
              {t(view.tab === 'repaid' ? 'home.empty.toBorrow' : 'home.empty.toInvest')}
            </Button>
          )
        )
      }
    />
  );
}
