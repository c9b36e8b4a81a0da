import { lazy, Suspense, useSyncExternalStore } from 'react';

/** The smallest window that has room beside a form; the same as in `identity.module.css`. */
const WIDE = '(min-width: 1024px)';
/** Phones have no room for it and do not load it. */
const AheadContent = lazy(async () => import('./ahead-content.tsx').catch(() => ({ default: Nothing })));

const Nothing = () => null;

/** Shows, beside a form on a wide screen, where the form leads. */
export function Ahead() {
  const isWide = useSyncExternalStore(
    onWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  );
  if (!isWide) return null;
  return (
    <Suspense>
      <AheadContent />
    </Suspense>
  );
}

function onWidth(listen: () => void) {
  const width = matchMedia(WIDE);
  width.addEventListener('change', listen);
  return () => width.removeEventListener('change', listen);
}
