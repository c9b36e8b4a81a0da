import { NewProposalForm } from '../../features/proposals/writing/new-proposal-form.tsx';
import { OfferNote } from '../../features/proposals/offer-note.tsx';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { Page, Stack } from '../../ui/page.tsx';

/** The add-proposal form of the specification, as steps that fill the screen. */
export default function NewProposalPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const { data: mfi } = useMfi();
  const home = paths.borrow(mfiName);
  return (
    <Page title={t('proposal.new')} width="narrow" back={{ href: home, label: t('common.home') }}>
      <Stack>
        <OfferNote />
        <NewProposalForm mfi={mfi} onDraft={() => home} onPublished={(id) => paths.published(mfiName, id)} />
      </Stack>
    </Page>
  );
}
