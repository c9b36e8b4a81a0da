import { ShareDialog } from '../../features/share/share-dialog.tsx';
import { useShortStory } from '../../features/proposals/use-story.ts';
import { paths } from '../../lib/paths.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { useText } from '../../lib/text.tsx';
import { useBackingHindrance } from '../../lib/use-backing-hindrance.ts';
import type { ProposalSummary } from '../../lib/wire.ts';

type Props = {
  proposal: ProposalSummary;
  /** The update that is passed on instead of the loan. */
  updateId?: string | undefined;
  onClose: () => void;
};

/** Passing on a proposal, with the sentence that fits how far it is, or the news of one of its updates (specification 9). */
export default function ShareProposal({ proposal, updateId, onClose }: Props) {
  const { t, format } = useText();
  const { mfiName, id, user } = proposal;
  const { title } = useShortStory(proposal);
  const why = useBackingHindrance(proposal) ?? '';
  const left = format.money(proposal.remainingAmount);
  const sentenceOfLoan =
    statusOf(proposal) === 'repaid'
      ? t('share.repaidSentence', { title, isForgiven: proposal.forgivenAmount > 0 ? 'yes' : 'no' })
      : t('share.proposalSentence', { title, left, firstName: user.firstName, why, mfi: mfiName });
  const url = location.origin + paths.proposal(mfiName, id);
  const news = updateId !== undefined && {
    sentence: t('share.updateSentence', { title }),
    fragment: `#update-${updateId}`,
  };
  return (
    <ShareDialog {...{ url, title, onClose }} thing={{ kind: 'proposal', id }} sentence={sentenceOfLoan} {...news} />
  );
}
