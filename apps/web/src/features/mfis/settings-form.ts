import type { ApiError } from '../../lib/api.ts';
import type { DataOf, InputOf } from '../../lib/wire.ts';

/** A form for some of the money settings, which sends no other. */
export type SettingsFormProps = {
  settings: DataOf<'findMoneySettings'>;
  busy: boolean;
  /** The server's answer about these settings, and its sentence where that concerns no field of them. */
  refusal: ApiError | null;
  error: string | undefined;
  onSave: (changed: NonNullable<InputOf<'changeMoneySettings'>['body']>) => void;
};
