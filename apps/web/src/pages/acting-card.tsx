import { Suspense } from 'react';
import editTexts from 'virtual:texts/features/proposals/edit-proposal.tsx';
import { ProposalCard } from '../features/proposals/proposal-card.tsx';
import ProposalNotes from '../features/proposals/proposal-notes.tsx';
import { useEditMode } from '../features/proposals/use-edit-mode.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useText } from '../lib/text.tsx';
import type { ProposalSummary } from '../lib/wire.ts';
import { Button } from '../ui/button.tsx';
import ProposalActions from './proposal-actions.tsx';

const EditProposal = lazyPart(() => import('../features/proposals/edit-proposal.tsx'), editTexts);

type Props = {
  proposal: ProposalSummary;
  /** With the form in its place when the reader may edit. */
  editable?: boolean;
  /** Opens who did what and when; for the staff. */
  onHistory?: () => void;
};

/** A proposal in a list, with what the reader may do with it. Comes with the first answer of the list. */
export default function ActingCard({ proposal, editable = false, onHistory }: Props) {
  const { t } = useText();
  const mode = useEditMode();
  const card = (
    <ProposalCard
      proposal={proposal}
      actions={
        <>
          <ProposalActions proposal={proposal} compact {...(editable && { onEdit: mode.start })} />
          {onHistory && (
            <Button small variant="plain" icon="history" onClick={onHistory}>
              {t('mfi.evidence.history')}
            </Button>
          )}
        </>
      }
      notes={<ProposalNotes proposal={proposal} />}
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
