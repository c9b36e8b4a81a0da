import type { DataOf, InputOf } from '../../lib/wire.ts';

/** A form for some of the money settings, which sends no other. */
export type SettingsFormProps = {
  settings: DataOf<'findMoneySettings'>;
  busy: boolean;
  onSave: (changed: NonNullable<InputOf<'changeMoneySettings'>['body']>) => void;
};
