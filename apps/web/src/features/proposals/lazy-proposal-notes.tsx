import notesTexts from 'virtual:texts/features/proposals/proposal-notes.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';

const ProposalNotes = lazyPart(() => import('./proposal-notes.tsx'), notesTexts);

/**
 * The notes on drafts that came back, which only their owners see. Whatever shows the proposal waits for them, or it
 * would jump.
 */
export function LazyProposalNotes({ proposal }: { proposal: ProposalSummary }) {
  return proposal.status === 1 && proposal.closedReason !== null && <ProposalNotes proposal={proposal} />;
}
