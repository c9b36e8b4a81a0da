import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { useText } from '../lib/text.tsx';
import { Banner } from '../ui/banner.tsx';

/** Shows that the network is away, and how old is what the page shows. */
export function OfflineBanner() {
  const { t, format } = useText();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const { savedAt, isUnreachable } = useShown();
  if (isOnline && !isUnreachable) return null;
  return (
    <Banner tone="warm" icon="wifi-off">
      {savedAt === 0 ? t('common.offline') : t('offline.savedCopy', { when: format.isolate(spoken(savedAt, format)) })}
    </Banner>
  );
}

/** The time is enough for today. */
function spoken(instantMs: number, format: ReturnType<typeof useText>['format']): string {
  const instant = new Date(instantMs);
  const isToday = instant.toDateString() === new Date().toDateString();
  return isToday ? format.time(instant.toISOString()) : format.dateTime(instant.toISOString());
}

/** When the oldest answer on this page came (0: none has), and whether the last question met no network. */
function useShown(): { savedAt: number; isUnreachable: boolean } {
  const cache = useQueryClient().getQueryCache();
  const watch = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const shown = useSyncExternalStore(
    watch,
    () => {
      // The partner's name and colours hardly ever change: their age would say nothing.
      const active = cache.findAll({ type: 'active' }).filter(({ queryKey }) => queryKey[0] !== 'mfi');
      const times = active.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
      const isUnreachable = active.some(
        ({ state }) => state.error instanceof ApiError && state.error.code === 'network' && state.status !== 'pending',
      );
      return `${times.length > 0 ? Math.min(...times) : 0} ${isUnreachable}`;
    },
    () => '0 false',
  );
  const [savedAt, isUnreachable] = shown.split(' ');
  return { savedAt: Number(savedAt), isUnreachable: isUnreachable === 'true' };
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
