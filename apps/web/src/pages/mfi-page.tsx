import { Suspense, useEffect } from 'react';
import cardTexts from 'virtual:texts/pages/acting-card.tsx';
import queueTexts from 'virtual:texts/pages/queue-action.tsx';
import { useLocation, useSearchParams } from 'wouter';
import { MfiFigures } from '../features/mfi-dashboard/mfi-figures.tsx';
import { MfiProposalList } from '../features/mfi-dashboard/mfi-proposal-list.tsx';
import { type StatusFilter, statusFilterOf } from '../features/mfi-dashboard/status-filter.ts';
import { WorkQueues } from '../features/mfi-dashboard/work-queues.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { mfiNameOf, paths, useMfiName } from '../lib/paths.ts';
import { type SessionUser, useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { CardSkeletons } from '../ui/card-skeletons.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SelectField } from '../ui/select-field.tsx';

const ActingCard = lazyPart(() => import('./acting-card.tsx'), cardTexts);
const QueueAction = lazyPart(() => import('./queue-action.tsx'), queueTexts);

type Membership = SessionUser['userMfis'][number];

/** The dashboard of one MFI, for its staff (specification section 2). */
export default function MfiPage() {
  const { user } = useSession();
  const name = useMfiName();
  const memberships = user?.userMfis ?? [];
  const membership = memberships.find(({ mfiName }) => mfiNameOf(mfiName) === name);
  if (!membership) return <NoAccess />;
  return <Dashboard key={membership.mfiId} membership={membership} memberships={memberships} />;
}

function NoAccess() {
  const { t } = useText();
  return (
    <Page title={t('mfi.noAccess')}>
      <EmptyState
        icon="lock"
        title={t('mfi.noAccessText')}
        action={<LinkButton href={paths.home()}>{t('mfi.backToHome')}</LinkButton>}
      />
    </Page>
  );
}

function Dashboard({ membership, memberships }: { membership: Membership; memberships: readonly Membership[] }) {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    QueueAction.preload();
    ActingCard.preload();
  }, []);
  const filter = statusFilterOf(search.get('status'));
  const setFilter = (status: StatusFilter) => setSearch(status === '' ? {} : { status }, { replace: true });
  const mfi = { id: membership.mfiId, name: membership.mfiName };
  return (
    <Page
      title={t('mfi.title', { mfi: mfi.name })}
      lead={t('mfi.lead')}
      actions={
        <>
          {memberships.length > 1 && <MfiSwitch membership={membership} memberships={memberships} />}
          <LinkButton variant="quiet" icon="home" href={paths.home(mfi.name)}>
            {t('common.home')}
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

function MfiSwitch({ membership, memberships }: { membership: Membership; memberships: readonly Membership[] }) {
  const { t } = useText();
  const [, navigate] = useLocation();
  return (
    <SelectField
      label={t('mfi.switch')}
      value={membership.mfiName}
      onValueChange={(name) => navigate(paths.mfiProposals(name))}
      options={memberships.map(({ mfiName }) => ({ value: mfiName, label: mfiName }))}
    />
  );
}
