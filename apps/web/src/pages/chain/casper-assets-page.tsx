import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { OwnAssets } from '../../features/chain/own-assets.tsx';

/** A person's assets on the test network (specification section 2). */
export default function CasperAssetsPage() {
  const { t } = useStaffText();
  return (
    <Page
      title={t('chain.assets.title')}
      lead={t('chain.assets.lead')}
      actions={<LinkButton href={paths.testNetwork()}>{t('chain.toNetwork')}</LinkButton>}
    >
      <OwnAssets />
    </Page>
  );
}
