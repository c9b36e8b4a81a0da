import { lazy, Suspense } from 'react';

const MessagesDialog = lazy(() => import('../features/messages/messages-dialog.tsx'));

/** All conversations of the person, over the page that is read. */
export function MessagesWindow({ onClose }: { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <MessagesDialog proposalId={null} onClose={onClose} />
    </Suspense>
  );
}
