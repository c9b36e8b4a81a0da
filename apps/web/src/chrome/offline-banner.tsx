import { useSyncExternalStore } from 'react';
import { useText } from '../lib/text.tsx';
import { Banner } from '../ui/banner.tsx';

export function OfflineBanner() {
  const { t } = useText();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <Banner tone="warm" icon="wifi-off">
      {t('common.offline')}
    </Banner>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
