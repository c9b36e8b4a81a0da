import { type Office, StaffOnly } from '../../features/mfis/staff-only.tsx';
import { useQueues } from '../../features/mfis/use-office.ts';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The places of an office that its navigation has no room for, and those of a person who also borrows or lends. */
export default function MorePage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiMore}>
      {(mfi, mfiSwitch) => (
        <Page title={t('nav.more')} width="reading" actions={mfiSwitch}>
          <Places mfi={mfi} />
        </Page>
      )}
    </StaffOnly>
  );
}

function Places({ mfi }: { mfi: Office }) {
  const { t, format } = useStaffText();
  const { name, isManager } = mfi;
  const { data: queues } = useQueues(mfi);
  // The server of the last release counts none of them.
  const counts: Record<string, number | undefined> = {
    'desk.page': queues?.linesToMatch?.count,
    'tills.page': queues?.tillsToReceive?.count,
    'payouts.page': queues?.payoutsToSend?.count,
  };
  const places = [
    { icon: 'megaphone', href: paths.campaigns(name), text: 'campaigns.manage' },
    { icon: 'coins', href: paths.mfiMoney(name), text: 'desk.page' },
    { icon: 'calendar', href: paths.mfiSettlements(name), text: 'settlements.page' },
    { icon: 'bank', href: paths.mfiAccounts(name), text: 'accounts.page' },
    { icon: 'pin', href: paths.mfiRound(name), text: 'round.page' },
    { icon: 'coins', href: paths.mfiTills(name), text: 'tills.page' },
    { icon: 'clock', href: paths.mfiAwaited(name), text: 'awaited.page' },
    { icon: 'wallet', href: paths.mfiPayouts(name), text: 'payouts.page' },
    { icon: 'ban', href: paths.mfiFreezes(name), text: 'freeze.page' },
    { icon: 'users', href: paths.mfiImports(name), text: 'imports.page' },
    ...(isManager ? [{ icon: 'edit', href: paths.mfiSettings(name), text: 'mfi.settings.open' } as const] : []),
    { icon: 'home', href: paths.home(name), text: 'common.home' },
    { icon: 'heart', href: paths.invest(name), text: 'home.tab.invest' },
    { icon: 'wallet', href: paths.portfolio(name), text: 'portfolio.title' },
  ] as const;
  return (
    <Stack gap="tight">
      {places.map(({ icon, href, text }) => (
        <LinkButton key={href} wide variant="quiet" icon={icon} href={href}>
          {counts[text] ? t('mfi.queues.tab', { queue: t(text), shown: format.number(counts[text]) }) : t(text)}
        </LinkButton>
      ))}
    </Stack>
  );
}
