import { type RefObject, useEffect, useRef } from 'react';

/**
 * The ref of the element that gets the focus when a row leaves its list because its button was pressed: the focus would
 * fall back to the top of the page with the row. The element needs `tabIndex={-1}`. `count` is how many rows there are.
 */
export function useFocusHeir<Heir extends HTMLElement>(count: number): RefObject<Heir | null> {
  const heir = useRef<Heir>(null);
  const before = useRef(count);
  useEffect(() => {
    const isOrphaned = count < before.current && document.activeElement === document.body;
    before.current = count;
    if (isOrphaned) heir.current?.focus({ preventScroll: true });
  }, [count]);
  return heir;
}
