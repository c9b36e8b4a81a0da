import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { FreezeBanner } from './freeze-banner.tsx';

/** Banners on the page of a proposal that is stopped, or whose owner or reader is (R34.7). Most readers see none. */
export function ProposalFreezes({ proposal, userId }: { proposal: ProposalDetails; userId: string }) {
  const { t } = useText();
  const { mfiName: mfi, userName: name } = proposal;
  return proposal.freezes.map((freeze) => {
    const sentence =
      freeze.personId === null
        ? t('freeze.proposal', { mfi })
        : freeze.personId === userId
          ? t('freeze.you', { mfi })
          : t('freeze.person', { mfi, name });
    return <FreezeBanner key={freeze.id} sentence={sentence} freeze={freeze} />;
  });
}
