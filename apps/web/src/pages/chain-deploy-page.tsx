import { Suspense } from 'react';
import deployTexts from 'virtual:texts/features/chain/deploy.tsx';
import { useParams } from 'wouter';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const Deploy = lazyPart(() => import('../features/chain/deploy.tsx'), deployTexts);

/** One transaction of the test network, for chains that have no explorer. */
export default function ChainDeployPage() {
  const { t } = useText();
  const { hash = '' } = useParams();
  return (
    <Page
      width="narrow"
      title={t('chain.deploy.title')}
      back={{ href: paths.casperAssets(), label: t('chain.assets.title') }}
    >
      <Suspense fallback={<Skeleton shape="box" />}>
        <Deploy key={hash} hash={hash} />
      </Suspense>
    </Page>
  );
}
