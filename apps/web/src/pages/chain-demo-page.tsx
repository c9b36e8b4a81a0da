import { Suspense } from 'react';
import demoTexts from 'virtual:texts/features/chain/demo.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Held } from '../ui/hold-until.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const Demo = lazyPart(() => import('../features/chain/demo.tsx'), demoTexts);

/** The test-network demo (specification sections 2, 5 and 9). */
export default function ChainDemoPage() {
  const { t } = useText();
  return (
    <Page
      title={t('chain.demo.title')}
      lead={t('chain.demo.lead')}
      actions={
        <LinkButton variant="quiet" href={paths.casperAssets()}>
          {t('chain.toAssets')}
        </LinkButton>
      }
    >
      <Suspense
        fallback={
          <Held>
            <Skeleton shape="box" />
          </Held>
        }
      >
        <Demo />
      </Suspense>
    </Page>
  );
}
