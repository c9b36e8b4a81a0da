import { useEffect } from 'react';
import { useSession } from '../lib/session.ts';
import { tellUnread } from '../lib/unread.ts';
import { keepReading } from '../lib/unread-reading.ts';

/** Hears how much is unread, live while the page is seen: one connection, however many parts of the page show it. */
export function UnreadStream() {
  const { user } = useSession();
  const id = user?.id;
  useEffect(() => (id === undefined ? undefined : follow()), [id]);
  return null;
}

/** A hidden page is not read, and its connection would be missed by another; on return all counts are read anew. */
function follow(): () => void {
  let reading: AbortController | null = null;
  const stop = () => {
    reading?.abort();
    reading = null;
  };
  const look = () => {
    if (document.visibilityState === 'hidden') stop();
    else if (reading === null) {
      reading = new AbortController();
      void keepReading(reading.signal, tellUnread);
    }
  };
  const reconnect = () => {
    stop();
    look();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', reconnect);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', reconnect);
    stop();
    tellUnread(null);
  };
}
