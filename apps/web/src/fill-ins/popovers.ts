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
        Object.assign(this.style, { position: 'fixed', zIndex: '900' });
      },
    },
  });
}
