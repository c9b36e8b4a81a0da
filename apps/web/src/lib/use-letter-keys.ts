import { type RefObject, useEffect, useRef } from 'react';

/**
 * Letters that act within one dialog while it lies on top, or on the page while none does, and nothing is typed. A keyboard
 * of another script is read by the place of its keys. `keys` are small letters.
 */
export function useLetterKeys(within: RefObject<HTMLElement | null>, keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (!isOnTop(within.current) || isTyping(event.target)) return;
      const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace('Key', '').toLowerCase();
      const act = latest.current[letter];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [within]);
}

/** No other dialog, such as a question, lies over the one that holds the element. */
function isOnTop(element: HTMLElement | null): boolean {
  return (
    element !== null && element.closest('dialog') === ([...document.querySelectorAll('dialog[open]')].at(-1) ?? null)
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
}
