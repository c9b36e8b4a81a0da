import { useText } from '../../lib/text.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  /** Null for everything unread, with a choice of the person's conversations. */
  proposalId: string | null;
  onClose: () => void;
};

export function MessagesDialog({ proposalId, onClose }: Props) {
  const { t } = useText();
  return (
    <Dialog title={t('messages.title')} onClose={onClose} wide>
      <p>{proposalId}</p>
    </Dialog>
  );
}

export default MessagesDialog;
