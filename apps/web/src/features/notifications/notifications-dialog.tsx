import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { NotificationList } from './notification-list.tsx';
import { useNotifications } from './use-notifications.ts';

/** The reader's notifications. They are read when the reader says so. */
export default function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const { list, hasUnread, isReading, readAll } = useNotifications();
  return (
    <Dialog
      title={t('notifications.title')}
      onClose={onClose}
      footer={
        <>
          <LinkButton variant="quiet" href={paths.notifications()} onClick={onClose}>
            {t('notifications.all')}
          </LinkButton>
          <Button {...help('readAll')} busy={isReading} disabled={!hasUnread} onClick={readAll}>
            {t('notifications.readAll')}
          </Button>
        </>
      }
    >
      <NotificationList list={list} onOpen={onClose} />
    </Dialog>
  );
}
