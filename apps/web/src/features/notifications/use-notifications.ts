import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useUnread } from '../../lib/unread.ts';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { toast } from '../../ui/toast.ts';

/** The reader's notifications, newest first. */
export function useNotificationList() {
  return useList('listNotifications', queryKeys.notifications, {});
}

/** {@link useNotificationList}, whether one of its rows is unread, and `readAll`, which marks all as read. */
export function useNotifications() {
  const { t } = useText();
  const client = useQueryClient();
  const { news } = useUnread();
  // The list is also read anew when it opens: the saved one may be old.
  useEffect(() => void client.invalidateQueries({ queryKey: queryKeys.notifications }), [client, news]);
  const list = useNotificationList();
  const send = useSend('readNotifications', {
    invalidates: [queryKeys.notifications],
    onError: (error) => void toast.error(errorSentence(error, t)),
  });
  const newest = list.rows?.[0];
  const readUpTo = (notificationId: string) => send.mutate({ body: { notificationId } });
  return {
    list,
    hasUnread: list.rows?.some(({ isRead }) => !isRead) ?? false,
    isReading: send.isPending,
    readAll: () => {
      if (newest) readUpTo(newest.id);
    },
  };
}
