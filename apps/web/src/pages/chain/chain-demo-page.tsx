import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { TestNetwork } from '../../features/chain/test-network.tsx';

/** The test-network demo (specification sections 2, 5 and 9). */
export default function ChainDemoPage() {
  const { t } = useStaffText();
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
      <TestNetwork />
    </Page>
  );
}
