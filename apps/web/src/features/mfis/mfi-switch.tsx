import { useLocation } from 'wouter';
import type { SessionUser } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { SelectField } from '../../ui/select-field.tsx';

type Membership = SessionUser['userMfis'][number];

type Props = {
  membership: Membership;
  memberships: readonly Membership[];
  /** The path of this page for another MFI. */
  pathOf: (mfiName: string) => string;
};

/** Switches between MFIs, for staff of several. */
export function MfiSwitch({ membership, memberships, pathOf }: Props) {
  const { t } = useText();
  const [, navigate] = useLocation();
  return (
    <SelectField
      label={t('mfi.switch')}
      value={membership.mfiName}
      onValueChange={(name) => navigate(pathOf(name))}
      options={memberships.map(({ mfiName }) => ({ value: mfiName, label: mfiName }))}
    />
  );
}
