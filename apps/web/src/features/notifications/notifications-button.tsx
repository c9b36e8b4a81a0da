import { useState } from 'react';
import { useText } from '../../lib/text.tsx';
import { useUnread } from '../../lib/unread.ts';
import { CountButton } from '../../ui/count-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const NotificationsDialog = lazyDialog(() => import('./notifications-dialog.tsx'));

const BELL = 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4l2-2ZM10 21h4';

/** The bell in the top bar, counted live. */
export function NotificationsButton() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CountButton
        count={useUnread().counts?.unreadNotificationsCount ?? 0}
        name={(shown) => (shown === null ? t('notifications.open') : t('notifications.openUnread', { shown }))}
        shape={BELL}
        onOpen={() => setOpen(true)}
      />
      {isOpen && <NotificationsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
