/** Ends what an open dialog does to the page around it. */
type Ending = () => void;

const endings = new Map<HTMLElement, Ending>();

/** Gives Safari before 15.4, which knows no dialogs, the part of them that `dialog.tsx` uses. Others keep their own. */
export function fillInDialogs(): void {
  if (typeof HTMLDialogElement === 'function' && 'showModal' in HTMLDialogElement.prototype) return;
  Object.defineProperties(HTMLElement.prototype, {
    open: {
      configurable: true,
      get(this: HTMLElement) {
        return this.hasAttribute('open');
      },
    },
    showModal: {
      configurable: true,
      value(this: HTMLElement) {
        showModal(this);
      },
    },
    close: {
      configurable: true,
      value(this: HTMLElement) {
        close(this);
      },
    },
  });
}

/**
 * Shows the dialog over the page, which takes neither presses nor the focus. A press beside the dialog and Escape ask
 * it to close, as in a browser.
 */
export function showModal(dialog: HTMLElement): void {
  dialog.setAttribute('open', '');
  dialog.setAttribute('aria-modal', 'true');
  if (!dialog.hasAttribute('role')) dialog.setAttribute('role', 'dialog');
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    zIndex: '1000',
    boxShadow: '0 0 0 100vmax #0b1210a6',
  });
  // `inset: 0` would make the dialog as high as the window, unless its style gives a height.
  if (dialog.style.height === '' && getComputedStyle(dialog).height === `${innerHeight}px`)
    dialog.style.height = 'fit-content';
  const isTop = () => [...endings.keys()].pop() === dialog;
  const isInside = ({ target }: Event) => target instanceof Node && dialog.contains(target);
  const ask = () => {
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) close(dialog);
  };
  const onPress = (event: Event) => {
    if (!isTop() || isInside(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'pointerdown') ask();
  };
  const onFocus = (event: Event) => {
    if (isTop() && !isInside(event)) dialog.querySelector<HTMLElement>('h2[tabindex], button')?.focus();
  };
  const onKey = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Escape' && isTop()) ask();
  };
  const listeners = [
    ['pointerdown', onPress],
    ['click', onPress],
    ['focusin', onFocus],
    ['keydown', onKey],
  ] as const;
  for (const [kind, listener] of listeners) document.addEventListener(kind, listener, true);
  endings.set(dialog, () => {
    for (const [kind, listener] of listeners) document.removeEventListener(kind, listener, true);
  });
}

export function close(dialog: HTMLElement): void {
  endings.get(dialog)?.();
  endings.delete(dialog);
  if (!dialog.hasAttribute('open')) return;
  dialog.removeAttribute('open');
  dialog.dispatchEvent(new Event('close'));
}
