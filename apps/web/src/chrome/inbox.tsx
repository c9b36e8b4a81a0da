import { useState } from 'react';
import { NotificationsButton } from '../features/notifications/notifications-button.tsx';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { useUnread } from '../lib/unread.ts';
import { CountButton } from '../ui/count-button.tsx';
import styles from './chrome.module.css';
import { MessagesWindow } from './messages-window.tsx';

const BUBBLE = 'M21 12a8.5 8.5 0 0 1-8.5 8.5c-1.4 0-2.8-.3-4-.9L3 21l1.4-5.2A8.5 8.5 0 1 1 21 12Z';

/** Unread messages of the person signed in, counted live. */
export function Inbox() {
  const { isStaff } = useSession();
  return (
    <>
      <span className={isStaff ? undefined : styles.inNavigation}>
        <MessagesButton />
      </span>
      <NotificationsButton />
    </>
  );
}

function MessagesButton() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CountButton
        count={useUnread().counts?.unreadMessagesCount ?? 0}
        name={(shown) => (shown === null ? t('messages.open') : t('messages.openUnread', { shown }))}
        shape={BUBBLE}
        onOpen={() => setOpen(true)}
      />
      {isOpen && <MessagesWindow onClose={() => setOpen(false)} />}
    </>
  );
}
