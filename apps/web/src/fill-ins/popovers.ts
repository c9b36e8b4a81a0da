/**
 * Gives Chrome before 114, Safari before 17 and Firefox before 125 the part of popovers that the app uses: the box lies above
 * the page, though not above a dialog that it is no part of.
 */
export function fillInPopovers(): void {
  if ('popover' in HTMLElement.prototype) return;
  Object.defineProperties(HTMLElement.prototype, {
    showPopover: {
      configurable: true,
      value(this: HTMLElement) {
        lift(this);
      },
    },
  });
}

/**
 * Fixed, since the edges of a card cut off what else it holds. A box that its style places on the page, as a popover may be, keeps
 * that place by its margins.
 */
function lift(box: HTMLElement): void {
  const isOnPage = getComputedStyle(box).position === 'absolute';
  Object.assign(box.style, { position: 'fixed', zIndex: '900' });
  if (!isOnPage) return;
  Object.assign(box.style, { left: '0', top: '0', margin: '0' });
  const { left, top } = box.getBoundingClientRect();
  Object.assign(box.style, { marginLeft: `${-left - scrollX}px`, marginTop: `${-top - scrollY}px` });
}
