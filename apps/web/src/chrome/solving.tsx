import { useEffect, useSyncExternalStore } from 'react';
import { isSolving, subscribeToSolving } from '../lib/solving.ts';
import { useText } from '../lib/text.tsx';
import { dismissToast, toast } from '../ui/toast.ts';

/** Longer than any challenge takes, since the words go when it is solved. */
const AT_MOST_MS = 300_000;

/** Calm words while the device solves a challenge of the server. */
export function Solving() {
  const { t } = useText();
  const isUnderWay = useSyncExternalStore(subscribeToSolving, isSolving, () => false);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const id = toast.show({ text: t('common.proving'), durationMs: AT_MOST_MS });
    return () => dismissToast(id);
  }, [isUnderWay, t]);
  return null;
}
