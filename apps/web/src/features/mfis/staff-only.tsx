import { type ReactNode } from 'react';
import { mfiNameOf, paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { MfiSwitch } from './mfi-switch.tsx';

/** An MFI as its staff see it. `isManager` decides what is offered; the server decides what is done. */
export type Office = { id: string; name: string; isManager: boolean };

type Props = {
  /** The path of this page for another MFI. */
  pathOf: (mfiName: string) => string;
  /** `mfiSwitch` is for staff of several MFIs, and null for others. */
  children: (mfi: Office, mfiSwitch: ReactNode) => ReactNode;
};

/** A page for the staff of the MFI it is about; others are told so (specification section 2). */
export function StaffOnly({ pathOf, children }: Props) {
  const { user } = useSession();
  const name = useMfiName();
  const memberships = user?.userMfis ?? [];
  const membership = memberships.find(({ mfiName }) => mfiNameOf(mfiName) === name);
  if (!membership) return <NoAccess mfiName={name} />;
  const mfiSwitch = memberships.length > 1 && (
    <MfiSwitch membership={membership} memberships={memberships} pathOf={pathOf} />
  );
  const { mfiId, mfiName } = membership;
  const isManager = user?.managerOf?.includes(mfiId) ?? true;
  return children({ id: mfiId, name: mfiName, isManager }, mfiSwitch);
}

function NoAccess({ mfiName }: { mfiName: string }) {
  const { t } = useText();
  return (
    <Page title={t('mfi.noAccess')}>
      <EmptyState
        icon="lock"
        title={t('mfi.noAccessText')}
        action={<LinkButton href={paths.home(mfiName)}>{t('mfi.backToHome')}</LinkButton>}
      />
    </Page>
  );
}
