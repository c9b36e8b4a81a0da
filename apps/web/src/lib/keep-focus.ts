/** The elements of which the nearest takes the focus of a person whose place in the page has vanished. */
const REGIONS = 'dialog[open], section, form, main';

/**
 * Keeps the keyboard where it was when the focused element vanishes, as a card does that is no longer in its list: the
 * browser would start again at the top of the page. The nearest region around it takes the focus.
 * @returns how to end it
 */
export function keepFocus(): () => void {
  let focused: Node | null = document.activeElement;
  const remember = ({ target }: FocusEvent) => {
    focused = target as Node;
  };
  const observer = new MutationObserver((changes) => {
    const around = lostFrom(changes, focused);
    if (around !== null && document.activeElement === document.body) focusRegion(around);
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
  };
}

/** The node from which the focused node was removed, alone or inside another; null when it was not removed. */
function lostFrom(changes: readonly MutationRecord[], focused: Node | null): Node | null {
  let around: Node | null = null;
  for (const { removedNodes, target } of changes) {
    const lost = around ?? focused;
    if ([...removedNodes].some((node) => node.contains(lost))) around = target;
  }
  return around;
}

function focusRegion(around: Node): void {
  const region = (around as Element).closest<HTMLElement>(REGIONS);
  if (region === null) return;
  if (!region.hasAttribute('tabindex')) region.tabIndex = -1;
  region.focus({ preventScroll: true });
}
