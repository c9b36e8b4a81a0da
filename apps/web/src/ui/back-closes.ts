const MARK = 'dialog';

let closers: readonly (() => void)[] = [];
let isAtMark = false;
let address = '';

/**
 * The Back key of a phone closes the dialog in front instead of leaving the page. While dialogs are open, one entry of the
 * history stands for them; it stays when they are closed otherwise, and going back from it goes on to the page before.
 *
 * @returns what ends it
 */
export function closeOnBack(close: () => void): () => void {
  if (address === '') follow();
  closers = [...closers, close];
  mark();
  return () => {
    closers = closers.filter((other) => other !== close);
  };
}

/** Turns the entry that a closed dialog left into one like any other. @returns whether the person is at one */
export function keepMark(): boolean {
  if (!isMarked()) return false;
  const { [MARK]: _mark, ...rest } = history.state as Record<string, unknown>;
  history.replaceState(rest, '');
  return true;
}

function mark(): void {
  isAtMark = isMarked();
  if (!isAtMark) history.pushState({ ...history.state, [MARK]: true }, '');
  isAtMark = true;
  address = location.href;
}

function isMarked(): boolean {
  return (history.state as Record<string, unknown> | null)?.[MARK] === true;
}

/** The router tells its own steps by events of these names. */
function follow(): void {
  for (const step of ['pushState', 'replaceState']) addEventListener(step, () => void (isAtMark = isMarked()));
  addEventListener('popstate', () => {
    const wasAtMark = isAtMark;
    isAtMark = isMarked();
    if (!wasAtMark || isAtMark || location.href !== address) return;
    const close = closers.at(-1);
    if (close === undefined) return history.back();
    // The mark stays for the dialogs behind it, or for the dialog itself while it is busy.
    mark();
    close();
  });
}
