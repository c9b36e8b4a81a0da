import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { TestNetwork } from '../../features/chain/test-network.tsx';

/** The page to try tokens of the test network on (specification sections 2, 5 and 9). */
export default function TestNetworkPage() {
  const { t } = useStaffText();
  return (
    <Page
      title={t('chain.network.title')}
      lead={t('chain.network.lead')}
      actions={
        <LinkButton variant="quiet" href={paths.casperAssets()}>
          {t('chain.toAssets')}
        </LinkButton>
      }
    >
      <TestNetwork />
    </Page>
  );
}
