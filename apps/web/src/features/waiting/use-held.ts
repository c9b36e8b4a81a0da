import { useEffect, useState } from 'react';
import { holdBack, type KeptCall, remove, type Waiting } from './waiting.ts';

/**
 * Words taken up from `WaitingWords` to be changed. They stay on the device: `letGo` lets them wait on as they were, and `replace` is
 * for when the changed ones are sent, or wait themselves.
 */
export function useHeld<Name extends KeptCall>() {
  const [held, hold] = useState<Waiting<Name> | null>(null);
  const id = held?.id;
  useEffect(() => (id === undefined ? undefined : holdBack(id)), [id]);
  const replace = () => {
    if (id !== undefined) void remove(id);
    hold(null);
  };
  return { held, hold, letGo: () => hold(null), replace };
}
