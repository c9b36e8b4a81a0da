/** The signs that a person goes on; scrolling without one of them, as by a scroll bar, is told by its position. */
const ACTIONS = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * Brings the target to the middle of the window and keeps it there while parts of the page above it arrive or grow, until
 * the person scrolls, presses or types. Not every browser keeps its place by itself, and none in all cases.
 * @returns lets go of it
 */
export function holdInView(target: Element): () => void {
  const held = new AbortController();
  const page = document.documentElement;
  let placed = { top: 0, height: 0 };
  const place = () => {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    placed = { top: page.scrollTop, height: page.scrollHeight };
  };
  const letGo = () => held.abort();
  const sizes = new ResizeObserver(place);
  held.signal.addEventListener('abort', () => sizes.disconnect());
  for (const action of ACTIONS) addEventListener(action, letGo, { capture: true, passive: true, signal: held.signal });
  const onScroll = () => {
    // A browser may scroll by itself to keep its place, but only after the page has changed its height.
    if (page.scrollHeight === placed.height && Math.abs(page.scrollTop - placed.top) > 1) letGo();
  };
  addEventListener('scroll', onScroll, { passive: true, signal: held.signal });
  place();
  sizes.observe(document.body);
  return letGo;
}
