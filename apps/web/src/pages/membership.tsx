import { useLocation } from 'wouter';
import { mfiNameOf, paths, useMfiName } from '../lib/paths.ts';
import { type SessionUser, useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';

export type Membership = SessionUser['userMfis'][number];

/** Where the reader works, and which of it this page is about; undefined where it is none of theirs. */
export function useMembership(): { membership: Membership | undefined; memberships: readonly Membership[] } {
  const { user } = useSession();
  const name = useMfiName();
  const memberships = user?.userMfis ?? [];
  return { membership: memberships.find(({ mfiName }) => mfiNameOf(mfiName) === name), memberships };
}

/** In place of a page for the staff of an MFI (specification section 2). */
export function NoAccess() {
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

type SwitchProps = {
  membership: Membership;
  memberships: readonly Membership[];
  /** Of this page for another MFI. */
  pathOf: (mfiName: string) => string;
};

/** For whoever works for several MFIs. */
export function MfiSwitch({ membership, memberships, pathOf }: SwitchProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  if (memberships.length < 2) return null;
  return (
    <SelectField
      label={t('mfi.switch')}
      value={membership.mfiName}
      onValueChange={(name) => navigate(pathOf(name))}
      options={memberships.map(({ mfiName }) => ({ value: mfiName, label: mfiName }))}
    />
  );
}
