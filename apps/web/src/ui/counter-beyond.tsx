import { lengthInCodePoints } from '@sathi/domain/text.ts';
import type { ReactNode } from 'react';
import { LengthCounter } from './length-counter.tsx';

/** A counter for text that is hardly ever too long: it shows nothing until there is too much. */
export function counterBeyond(value: string, maxLength: number): ReactNode {
  return lengthInCodePoints(value) > maxLength && <LengthCounter value={value} maxLength={maxLength} />;
}
