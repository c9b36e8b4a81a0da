import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Text typed into a server-rendered page before its code arrived is in the document but not in state, and the next
 * render would erase it. This hands it to `onValue` once, before that render. @returns the ref for the control.
 */
export function useRetainedInput<Control extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
  value: string,
  onValue: (typed: string) => void,
): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  useLayoutEffect(() => {
    const typed = ref.current?.value;
    if (typed && typed !== value) onValue(typed);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the first render can meet text that React does not know
  }, []);
  return ref;
}
