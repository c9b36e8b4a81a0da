import type { KeyboardEvent } from 'react';

/**
 * The next place of an arrow key in a row of `count`, round its ends; undefined for any other key.
 * The row is read in the direction of the page, so the left arrow goes forward in Arabic.
 */
export function rovingTarget(event: KeyboardEvent, index: number, count: number): number | undefined {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  if (event.key === forward) return (index + 1) % count;
  if (event.key === backward) return (index - 1 + count) % count;
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return count - 1;
  return undefined;
}
