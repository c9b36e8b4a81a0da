import { lengthInCodePoints } from '@sathi/domain/text.ts';
import type { ReactNode } from 'react';
import { LengthCounter } from './length-counter.tsx';

/** For what is hardly ever so long: nothing until there is too much. */
export function counterBeyond(value: string, maxLength: number): ReactNode {
  return lengthInCodePoints(value) > maxLength && <LengthCounter value={value} maxLength={maxLength} />;
}
