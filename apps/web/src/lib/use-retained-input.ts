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
    const control = ref.current;
    // A list whose choices are still on their way shows another than the chosen one, and that was not chosen by anybody.
    const isUnlisted =
      control instanceof HTMLSelectElement && [...control.options].every((option) => option.value !== value);
    if (control?.value && control.value !== value && !isUnlisted) onValue(control.value);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the first render can meet text that React does not know
  }, []);
  return ref;
}
