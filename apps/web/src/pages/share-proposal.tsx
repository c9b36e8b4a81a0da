import { ShareDialog } from '../features/share/share-dialog.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import type { ProposalSummary } from '../lib/wire.ts';

type Props = {
  proposal: ProposalSummary;
  /** Instead of the fixed one. */
  sentence?: string | undefined;
  onClose: () => void;
};

/** Passing on a proposal, with the sentence that fits how far it is (specification 9). */
export default function ShareProposal({ proposal, sentence, onClose }: Props) {
  const { t, format } = useText();
  const { title, mfiName, id, status } = proposal;
  const fixed = t(status === 6 ? 'share.repaidSentence' : 'share.proposalSentence', { title: format.isolate(title) });
  const url = location.origin + paths.proposal(mfiName, id);
  return <ShareDialog url={url} sentence={sentence ?? fixed} title={title} onClose={onClose} />;
}
