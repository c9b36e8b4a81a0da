import { type ReactNode, Suspense } from 'react';
import switchTexts from 'virtual:texts/pages/mfi-switch.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { mfiNameOf, paths, useMfiName } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';

const MfiSwitch = lazyPart(() => import('./mfi-switch.tsx'), switchTexts);

type Props = {
  /** Of this page for another MFI. */
  pathOf: (mfiName: string) => string;
  /** `mfiSwitch` is for whoever works for several MFIs, and nothing for others. */
  children: (mfi: { id: string; name: string }, mfiSwitch: ReactNode) => ReactNode;
};

/** A page for the staff of the MFI it is about; others are told so (specification section 2). */
export function StaffOnly({ pathOf, children }: Props) {
  const { user } = useSession();
  const name = useMfiName();
  const memberships = user?.userMfis ?? [];
  const membership = memberships.find(({ mfiName }) => mfiNameOf(mfiName) === name);
  if (!membership) return <NoAccess />;
  const mfiSwitch = memberships.length > 1 && (
    <Suspense fallback={null}>
      <MfiSwitch membership={membership} memberships={memberships} pathOf={pathOf} />
    </Suspense>
  );
  return children({ id: membership.mfiId, name: membership.mfiName }, mfiSwitch);
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
