import { lazy, Suspense, useState } from 'react';
import { OwnerAdvice } from '../../features/proposals/owner-advice.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';

const InviteDialog = lazy(() => import('../../features/invitations/invite-dialog.tsx'));

type Props = { proposal: ProposalDetails; onShare: () => void };

/** The advice to an owner with the dialog it leads to. */
export default function AdvicePart({ proposal, onShare }: Props) {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <OwnerAdvice proposal={proposal} onInvite={() => setInviting(true)} onShare={onShare} />
      {isInviting && (
        <Suspense fallback={null}>
          <InviteDialog
            target={{ proposalId: proposal.id, title: proposal.title }}
            onClose={() => setInviting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
