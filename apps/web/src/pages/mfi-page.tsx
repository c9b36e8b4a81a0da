import { type ReactNode, Suspense, useEffect } from 'react';
import cardTexts from 'virtual:texts/pages/acting-card.tsx';
import queueTexts from 'virtual:texts/pages/queue-action.tsx';
import { useSearchParams } from 'wouter';
import { MfiFigures } from '../features/mfi-dashboard/mfi-figures.tsx';
import { MfiProposalList } from '../features/mfi-dashboard/mfi-proposal-list.tsx';
import { type StatusFilter, statusFilterOf } from '../features/mfi-dashboard/status-filter.ts';
import { WorkQueues } from '../features/mfi-dashboard/work-queues.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { CardSkeletons } from '../ui/card-skeletons.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StaffOnly } from './staff-only.tsx';

const ActingCard = lazyPart(() => import('./acting-card.tsx'), cardTexts);
const QueueAction = lazyPart(() => import('./queue-action.tsx'), queueTexts);

/** The dashboard of one MFI, for its staff (specification section 2). */
export default function MfiPage() {
  return (
    <StaffOnly pathOf={paths.mfiProposals}>
      {(mfi, mfiSwitch) => <Dashboard key={mfi.id} mfi={mfi} mfiSwitch={mfiSwitch} />}
    </StaffOnly>
  );
}

function Dashboard({ mfi, mfiSwitch }: { mfi: { id: string; name: string }; mfiSwitch: ReactNode }) {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    QueueAction.preload();
    ActingCard.preload();
  }, []);
  const filter = statusFilterOf(search.get('status'));
  const setFilter = (status: StatusFilter) => setSearch(status === '' ? {} : { status }, { replace: true });
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
        </>
      }
    >
      <Stack gap="loose">
        <WorkQueues
          mfi={mfi}
          renderAction={(item) => (
            <Suspense fallback={<Skeleton shape="button" />}>
              <QueueAction item={item} mfi={mfi} />
            </Suspense>
          )}
        />
        <Stack>
          <MfiFigures mfi={mfi} filter={filter} onFilter={setFilter} />
          <Suspense fallback={<CardSkeletons count={3} />}>
            <MfiProposalList
              mfi={mfi}
              filter={filter}
              onFilter={setFilter}
              renderCard={(proposal) => <ActingCard key={proposal.id} proposal={proposal} />}
            />
          </Suspense>
        </Stack>
      </Stack>
    </Page>
  );
}
