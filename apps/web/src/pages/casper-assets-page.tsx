import { Suspense } from 'react';
import assetsTexts from 'virtual:texts/features/chain/own-assets.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Held } from '../ui/hold-until.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const OwnAssets = lazyPart(() => import('../features/chain/own-assets.tsx'), assetsTexts);

/** What a person has on the test network (specification section 2). */
export default function CasperAssetsPage() {
  const { t } = useText();
  return (
    <Page
      title={t('chain.assets.title')}
      lead={t('chain.assets.lead')}
      actions={<LinkButton href={paths.chainDemo()}>{t('chain.toDemo')}</LinkButton>}
    >
      <Held>
        <Suspense fallback={<Skeleton shape="box" />}>
          <OwnAssets />
        </Suspense>
      </Held>
    </Page>
  );
}
