import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import {
  MFI_FILTERS,
  type MfiFilter,
  type OwnMfi,
  useLateness,
  useMfiProposals,
  useQueues,
  useStats,
} from '../../features/mfis/use-office.ts';
import { paths } from '../../lib/paths.ts';
import { statusFilterOf, writtenStatus } from '../../lib/proposal-status.ts';
import { useStaffText } from '../../lib/text.tsx';
import { BoxSkeletons } from '../../ui/box-skeletons.tsx';
import { Held } from '../../ui/hold-until.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { WorkPart, type WorkProps } from './work-part.tsx';

const LoansPart = lazy(() => import('./loans-part.tsx'));

const PLACES = (
  <Held>
    <BoxSkeletons />
  </Held>
);

/** The dashboard of one MFI, for its staff (specification section 2). */
export default function MfiPage() {
  return (
    <StaffOnly pathOf={paths.mfiProposals}>
      {(mfi, mfiSwitch) => <Dashboard key={mfi.id} mfi={mfi} mfiSwitch={mfiSwitch} />}
    </StaffOnly>
  );
}

function Dashboard({ mfi, mfiSwitch }: { mfi: OwnMfi; mfiSwitch: ReactNode }) {
  const { t } = useStaffText();
  return (
    <Page
      title={t('mfi.title', { mfi: mfi.name })}
      actions={
        <>
          {mfiSwitch}
          <LinkButton variant="quiet" icon="home" href={paths.home(mfi.name)}>
            {t('common.home')}
          </LinkButton>
          <LinkButton variant="quiet" icon="megaphone" href={paths.campaigns(mfi.name)}>
            {t('campaigns.manage')}
          </LinkButton>
        </>
      }
    >
      <Content mfi={mfi} />
    </Page>
  );
}

/** The loans alone, or the money on its way, are places of their own in the navigation. */
function Content({ mfi }: { mfi: OwnMfi }) {
  const [search, setSearch] = useSearchParams();
  const view = search.get('view');
  const filter = statusFilterOf(search.get('status'), MFI_FILTERS);
  // The boxes stand at the same height above the list that they filter.
  const setFilter = (chosen: MfiFilter) =>
    setSearch(
      { view: 'loans', ...(chosen !== '' && { status: writtenStatus(chosen) }) },
      { replace: view === 'loans' },
    );
  if (view === 'loans') return <Loans mfi={mfi} filter={filter} onFilter={setFilter} />;
  return <Work key={view} mfi={mfi} isMoneyOnly={view === 'payments'} onFilter={setFilter} />;
}

/**
 * The parts come at different times, and are first shown together, so that nothing jumps. One that could not be had says
 * so in its place, and holds nothing back.
 */
function Loans({ mfi, filter, onFilter }: { mfi: OwnMfi; filter: MfiFilter; onFilter: (filter: MfiFilter) => void }) {
  const stats = useStats(mfi);
  const list = useMfiProposals(mfi, filter);
  const isShown = useStays(!stats.isPending && (list.rows !== undefined || list.isError));
  if (!isShown) return PLACES;
  return (
    <Suspense fallback={PLACES}>
      <LoansPart mfi={mfi} filter={filter} onFilter={onFilter} />
    </Suspense>
  );
}

function Work({ mfi, isMoneyOnly, onFilter }: WorkProps) {
  const queues = useQueues(mfi);
  const stats = useStats(mfi);
  const lateness = useLateness(mfi);
  const isShown = useStays(!queues.isPending && !stats.isPending && !lateness.isPending);
  return isShown ? <WorkPart mfi={mfi} isMoneyOnly={isMoneyOnly} onFilter={onFilter} /> : PLACES;
}

/** True from the first time on. */
function useStays(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return is || was;
}
