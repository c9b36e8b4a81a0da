import { type ReactNode, Suspense, useEffect, useState } from 'react';
import partTexts from 'virtual:texts/pages/mfi-parts.tsx';
import { useSearchParams } from 'wouter';
import { type StatusFilter, statusFilterOf } from '../features/mfi-dashboard/status-filter.ts';
import {
  type OwnMfi,
  useLateness,
  useMfiProposals,
  useQueues,
  useStats,
} from '../features/mfi-dashboard/use-dashboard.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { BoxSkeletons } from '../ui/box-skeletons.tsx';
import { Held } from '../ui/hold-until.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { StaffOnly } from './staff-only.tsx';

const MfiParts = lazyPart(() => import('./mfi-parts.tsx'), partTexts);

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
  const { t } = useText();
  useEffect(() => {
    MfiParts.preload();
  }, []);
  return (
    <Page
      title={t('mfi.title', { mfi: mfi.name })}
      lead={t('mfi.lead')}
      actions={
        <>
          {mfiSwitch}
          <LinkButton variant="quiet" icon="home" href={paths.home(mfi.name)}>
            {t('common.home')}
          </LinkButton>
          <LinkButton variant="quiet" icon="megaphone" href={paths.campaigns(mfi.name)}>
            {t('campaigns.manage')}
          </LinkButton>
          <LinkButton variant="quiet" icon="edit" href={paths.mfiSettings(mfi.name)}>
            {t('mfi.settings.open')}
          </LinkButton>
        </>
      }
    >
      <Suspense fallback={PLACES}>
        <Content mfi={mfi} />
      </Suspense>
    </Page>
  );
}

/** The parts come at different times, and are first shown together, so that nothing jumps. */
function Content({ mfi }: { mfi: OwnMfi }) {
  const [search, setSearch] = useSearchParams();
  const filter = statusFilterOf(search.get('status'));
  const isReady = useIsLoaded(mfi, filter);
  const [wasReady, setReady] = useState(isReady);
  if (isReady && !wasReady) setReady(true);
  if (!isReady && !wasReady) return PLACES;
  const setFilter = (status: StatusFilter) => setSearch(status === '' ? {} : { status }, { replace: true });
  return <MfiParts mfi={mfi} filter={filter} onFilter={setFilter} />;
}

/** What could not be had is told in its place, and holds nothing back. */
function useIsLoaded(mfi: OwnMfi, filter: StatusFilter): boolean {
  const queues = useQueues(mfi);
  const stats = useStats(mfi);
  const lateness = useLateness(mfi);
  const list = useMfiProposals(mfi, filter);
  return !queues.isPending && !stats.isPending && !lateness.isPending && (list.rows !== undefined || list.isError);
}
