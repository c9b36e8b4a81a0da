import { lazy, Suspense } from 'react';
import { ProposalCard } from '../../features/proposals/proposal-card.tsx';
import { ProposalNotes } from '../../features/proposals/proposal-notes.tsx';
import { useEditMode } from '../../features/proposals/use-edit-mode.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { ProposalActions } from './proposal-actions.tsx';

const EditProposal = lazy(() => import('../../features/proposals/writing/edit-proposal.tsx'));

type Props = {
  proposal: ProposalSummary;
  /** Whether the form takes the place of the card when the reader may edit. */
  editable?: boolean;
  /** Opens the events with their actors; for the staff. */
  onHistory?: () => void;
};

/** A proposal in a list, with the reader's actions on it. Comes with the first answer of the list. */
export function ActingCard({ proposal, editable = false, onHistory }: Props) {
  const mode = useEditMode();
  const card = (
    <ProposalCard
      proposal={proposal}
      actions={
        <ProposalActions proposal={proposal} compact onHistory={onHistory} {...(editable && { onEdit: mode.start })} />
      }
      notes={<ProposalNotes proposal={proposal} brief />}
      takesFocus={mode.wasEdited}
    />
  );
  if (!mode.isEditing) return card;
  return (
    <Suspense fallback={card}>
      <EditProposal proposal={proposal} onDone={mode.end} />
    </Suspense>
  );
}
