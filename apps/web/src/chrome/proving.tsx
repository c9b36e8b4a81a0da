import { useEffect, useSyncExternalStore } from 'react';
import { isProving, subscribeToProving } from '../lib/proving.ts';
import { useText } from '../lib/text.tsx';
import { dismissToast, toast } from '../ui/toast.ts';

/** Longer than any proof takes: the words go when the device is ready. */
const AT_MOST_MS = 300_000;

/** Calm words while the device works on a proof that the server asked for. */
export function Proving() {
  const { t } = useText();
  const isUnderWay = useSyncExternalStore(subscribeToProving, isProving, () => false);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const id = toast.show({ text: t('common.proving'), durationMs: AT_MOST_MS });
    return () => dismissToast(id);
  }, [isUnderWay, t]);
  return null;
}
