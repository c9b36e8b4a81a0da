import { BackersList } from '../features/investments/backers-list.tsx';
import { useText } from '../lib/text.tsx';
import type { ProposalSummary } from '../lib/wire.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Who is behind a loan, over a list of loans; on its own page they stand there. */
export default function BackersDialog({ proposal, onClose }: { proposal: ProposalSummary; onClose: () => void }) {
  const { format } = useText();
  return (
    <Dialog title={format.isolate(proposal.title)} onClose={onClose} wide>
      <BackersList proposal={proposal} />
    </Dialog>
  );
}
