import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../lib/api.ts';
import { useText } from '../lib/text.tsx';
import { useAllWaiting } from '../features/waiting/use-waiting.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import styles from './offline-banner.module.css';
import { WaitingDialog } from '../features/waiting/waiting-dialog.tsx';

/**
 * Shows that the network is away, the age of the page's data, and the words that wait to be sent. A network that is
 * only slow shows no banner. The region is there before its words, so that screen readers tell them.
 */
export function OfflineBanner() {
  const { t } = useText();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const { savedAt, isUnreachable } = useShown();
  const client = useQueryClient();
  const retry = () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => metNoNetwork(state) });
  return (
    <>
      <div role="status" className={styles.strip} data-print="never">
        {(!isOnline || isUnreachable) && (
          <Banner
            isAnnounced={false}
            tone="warm"
            icon="wifi-off"
            action={
              isOnline && (
                <Button variant="quiet" small icon="refresh" onClick={retry}>
                  {t('common.tryAgain')}
                </Button>
              )
            }
          >
            <Sentence isOnline={isOnline} savedAt={savedAt} />
          </Banner>
        )}
      </div>
      <WaitingBanner />
    </>
  );
}

function Sentence({ isOnline, savedAt }: { isOnline: boolean; savedAt: number }) {
  const { t, format } = useText();
  if (savedAt === 0) return t(isOnline ? 'offline.unreachable' : 'common.offline');
  const when = spoken(savedAt, format);
  return t(isOnline ? 'offline.unreachableCopy' : 'offline.savedCopy', { when });
}

/** Shows that words wait or were refused, also on pages where none were written: their writer must see a refusal. */
function WaitingBanner() {
  const { t } = useText();
  const all = useAllWaiting();
  const [isOpen, setOpen] = useState(false);
  const refused = all.filter(({ problem }) => problem !== undefined).length;
  return (
    <>
      <div role="status" className={styles.strip} data-print="never">
        {all.length > 0 && (
          <Banner
            isAnnounced={false}
            tone={refused > 0 ? 'bad' : 'info'}
            icon={refused > 0 ? 'alert-circle' : 'clock'}
            action={
              <Button variant="quiet" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
                {t('offline.look')}
              </Button>
            }
          >
            {refused > 0
              ? t('offline.refusedCount', { count: refused })
              : t('offline.waitingCount', { count: all.length })}
          </Banner>
        )}
      </div>
      {isOpen && <WaitingDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The instant in words: the time alone for today, else with the date. */
function spoken(instantMs: number, format: ReturnType<typeof useText>['format']): string {
  const instant = new Date(instantMs);
  const isToday = instant.toDateString() === new Date().toDateString();
  return isToday ? format.time(instant.toISOString()) : format.dateTime(instant.toISOString());
}

function metNoNetwork({ error, status }: { error: unknown; status: string }): boolean {
  return error instanceof ApiError && error.code === 'network' && status !== 'pending';
}

/**
 * `savedAt` is when the oldest answer on this page came, in ms (0: none has); `isUnreachable` is whether a query last
 * met no network.
 */
function useShown(): { savedAt: number; isUnreachable: boolean } {
  const cache = useQueryClient().getQueryCache();
  const watch = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const shown = useSyncExternalStore(
    watch,
    () => {
      // The partner's name and colours hardly ever change: their age would say nothing.
      const active = cache.findAll({ type: 'active' }).filter(({ queryKey }) => queryKey[0] !== 'mfi');
      const times = active.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
      return `${times.length > 0 ? Math.min(...times) : 0} ${active.some(({ state }) => metNoNetwork(state))}`;
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
