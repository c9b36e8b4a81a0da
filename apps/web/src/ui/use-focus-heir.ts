import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a list whose rows leave when their button is pressed. The focus, which would fall back to the top of the page with
 * the row, goes to the element that gets this ref; it needs `tabIndex={-1}`. `count` is how many rows there are.
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
