import { Suspense, useState } from 'react';
import dialogTexts from 'virtual:texts/features/notifications/notifications-dialog.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useText } from '../../lib/text.tsx';
import { useUnread } from '../../lib/unread-stream.ts';
import styles from './notifications.module.css';

const NotificationsDialog = lazyPart(() => import('./notifications-dialog.tsx'), dialogTexts);

/** Drawn here and not among the icons of the first load, of which every page pays. */
const BELL = 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4l2-2ZM10 21h4';
const SHOWN_MAX = 99;

/** The bell in the top bar, counted live. */
export function NotificationsButton() {
  const { t, format } = useText();
  const [isOpen, setOpen] = useState(false);
  const count = useUnread().counts?.unreadNotificationsCount ?? 0;
  return (
    <>
      <button
        type="button"
        className={styles.bell}
        aria-haspopup="dialog"
        aria-label={t('notifications.open', { count })}
        onPointerEnter={NotificationsDialog.preload}
        onClick={() => setOpen(true)}
      >
        <svg
          className={styles.shape}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={BELL} />
        </svg>
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {count > SHOWN_MAX ? `${format.number(SHOWN_MAX)}+` : format.number(count)}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <NotificationsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
