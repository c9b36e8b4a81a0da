import type { Point } from './tab.ts';

const ENTER = '\uE007';

/** A press of the mouse, as both forms of WebDriver take it. */
export function pressAt({ x, y }: Point): readonly object[] {
  const actions = [
    { type: 'pointerMove', x, y, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

/** Keys one after the other, as both forms of WebDriver take them. */
export function keysOf(words: string): readonly object[] {
  const actions = [...words].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keys', actions }];
}

export const enterKey = (): readonly object[] => keysOf(ENTER);
