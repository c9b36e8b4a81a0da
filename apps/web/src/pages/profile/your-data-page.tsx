import { ClosingPanel } from '../../features/own-data/closing-panel.tsx';
import { ExportPanel } from '../../features/own-data/export-panel.tsx';
import { RepaidLoansPanel } from '../../features/own-data/repaid-loans-panel.tsx';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** A person's data, which are theirs to take along (R13.3) or to leave behind (R13.4). */
export default function YourDataPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  return (
    <Page
      title={t('ownData.title')}
      lead={t('ownData.lead')}
      width="reading"
      back={{ href: paths.security(mfiName), label: t('security.title') }}
    >
      <Stack gap="loose">
        <ExportPanel />
        <RepaidLoansPanel />
        <ClosingPanel />
      </Stack>
    </Page>
  );
}
