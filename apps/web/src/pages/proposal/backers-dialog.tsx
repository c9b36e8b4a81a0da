import { BackersList } from '../../features/investments/backers-list.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** The backers of a loan, over a list of loans; on its own page they stand there. */
export function BackersDialog({ proposal, onClose }: { proposal: ProposalSummary; onClose: () => void }) {
  return (
    <Dialog title={proposal.title} onClose={onClose} wide>
      <BackersList proposal={proposal} />
    </Dialog>
  );
}
