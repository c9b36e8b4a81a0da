import { lazyDialog } from '../ui/lazy-dialog.tsx';

const MessagesDialog = lazyDialog(() => import('../features/messages/messages-dialog.tsx'));

/** All conversations of the person, over the page that is read. */
export function MessagesWindow({ onClose }: { onClose: () => void }) {
  return <MessagesDialog proposalId={null} onClose={onClose} />;
}
