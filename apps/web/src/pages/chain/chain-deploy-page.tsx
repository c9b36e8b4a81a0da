import { useParams } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Page } from '../../ui/page.tsx';
import { Deploy } from '../../features/chain/deploy.tsx';

/** One transaction of the test network, for chains that have no explorer. */
export default function ChainDeployPage() {
  const { t } = useStaffText();
  const { hash = '' } = useParams();
  return (
    <Page
      width="narrow"
      title={t('chain.deploy.title')}
      back={{ href: paths.casperAssets(), label: t('chain.assets.title') }}
    >
      <Deploy key={hash} hash={hash} />
    </Page>
  );
}
