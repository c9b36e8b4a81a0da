import { Claim } from '../../features/identity/claim.tsx';
import { Offers } from '../../features/proposals/offers.tsx';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { Page } from '../../ui/page.tsx';

/** The draft proposals that institutions wrote for a person, who claims the account first where there is none yet (R31.5). */
export default function OffersPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const { user } = useSession();
  if (user === null) return <Claim />;
  return (
    <Page title={t('offers.page')} width="reading" back={{ href: paths.home(mfiName), label: t('common.home') }}>
      <Offers />
    </Page>
  );
}
