import { lazy, Suspense } from 'react';

const EvidenceDialog = lazy(() => import('./evidence-dialog.tsx'));

/** The dialog about the proposal that staff look at, while they do. */
export function Evidence({ proposalId, onClose }: { proposalId: string | null; onClose: () => void }) {
  if (proposalId === null) return null;
  return (
    <Suspense fallback={null}>
      <EvidenceDialog proposalId={proposalId} onClose={onClose} />
    </Suspense>
  );
}
