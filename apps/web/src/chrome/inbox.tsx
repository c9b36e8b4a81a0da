import { Suspense, useState } from 'react';
import dialogTexts from 'virtual:texts/features/messages/messages-dialog.tsx';
import { NotificationsButton } from '../features/notifications/notifications-button.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useText } from '../lib/text.tsx';
import { useUnread } from '../lib/unread-stream.ts';
import styles from './inbox.module.css';

const MessagesDialog = lazyPart(() => import('../features/messages/messages-dialog.tsx'), dialogTexts);

/** A number with three digits says no more than "many". */
const MOST = 99;

/** What waits for the person signed in, counted live. */
export function Inbox() {
  return (
    <>
      <MessagesButton />
      <NotificationsButton />
    </>
  );
}

function MessagesButton() {
  const { t, format } = useText();
  const [isOpen, setOpen] = useState(false);
  const { counts } = useUnread();
  const count = counts?.unreadMessagesCount ?? 0;
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={count > 0 ? t('messages.openUnread', { count }) : t('messages.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={MessagesDialog.preload}
      >
        <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M21 12a8.5 8.5 0 0 1-8.5 8.5c-1.4 0-2.8-.3-4-.9L3 21l1.4-5.2A8.5 8.5 0 1 1 21 12Z" />
        </svg>
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {count > MOST ? `${format.number(MOST)}+` : format.number(count)}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MessagesDialog proposalId={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
