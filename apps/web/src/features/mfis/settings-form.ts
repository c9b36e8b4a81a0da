import { plainNumber } from '@sathi/domain/digits.ts';
import type { ApiError } from '../../lib/api.ts';
import type { DataOf, InputOf } from '../../lib/wire.ts';

/** A form for some of the money settings, which sends no other. */
export type SettingsFormProps = {
  settings: DataOf<'findMoneySettings'>;
  busy: boolean;
  /** The server’s answer to these settings, and its sentence where it concerns no field of them. */
  refusal: ApiError | null;
  error: string | undefined;
  onSave: (changed: NonNullable<InputOf<'changeMoneySettings'>['body']>) => void;
};

/** Whether a whole number of at most two digits was typed, within its bounds. */
export function isWhole(typed: string, min: number, max: number): boolean {
  const plain = plainNumber(typed);
  return /^\d{1,2}$/.test(plain) && Number(plain) >= min && Number(plain) <= max;
}
