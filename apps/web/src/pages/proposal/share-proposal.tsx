import { ShareDialog } from '../../features/share/share-dialog.tsx';
import { useShortStory } from '../../features/proposals/use-story.ts';
import { paths } from '../../lib/paths.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';

type Props = {
  proposal: ProposalSummary;
  /** Instead of the fixed one. */
  sentence?: string | undefined;
  onClose: () => void;
};

/** Passing on a proposal, with the sentence that fits how far it is (specification 9). */
export default function ShareProposal({ proposal, sentence, onClose }: Props) {
  const { t, format } = useText();
  const { mfiName, id, user } = proposal;
  const { title } = useShortStory(proposal);
  const left = format.money(proposal.remainingAmount);
  const fixed =
    statusOf(proposal) === 'repaid'
      ? t('share.repaidSentence', { title, isForgiven: proposal.forgivenAmount > 0 ? 'yes' : 'no' })
      : t('share.proposalSentence', { title, left, firstName: user.firstName });
  const url = location.origin + paths.proposal(mfiName, id);
  return <ShareDialog {...{ url, title, onClose }} thing={{ kind: 'proposal', id }} sentence={sentence ?? fixed} />;
}
