import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Takes the focus when it appears: its wrong field, else its first, else itself, so that a screen reader reads on from here.
 * For the steps of a dialog, whose buttons vanish when they are pressed.
 */
export function Focused({ label, children }: { label?: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A dialog opens in an effect of its own, later than those of its content.
    queueMicrotask(() => {
      const field = (which: string) => ref.current?.querySelector<HTMLElement>(which);
      (field('[aria-invalid="true"]') ?? field('input, select, textarea') ?? ref.current)?.focus();
    });
  }, []);
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label={label}>
      {children}
    </div>
  );
}
