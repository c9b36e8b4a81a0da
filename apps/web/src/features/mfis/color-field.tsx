import { useStaffText } from '../../lib/text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COLOR } from './branding-draft.ts';
import styles from './branding.module.css';

type Props = {
  label: string;
  hint: string;
  error: string | undefined;
  /** `#rrggbb`, or a part of it while it is typed. */
  value: string;
  onValueChange: (value: string) => void;
};

/** A colour by the chooser of the device, or by its code. */
export function ColorField({ label, hint, error, value, onValueChange }: Props) {
  const { t } = useStaffText();
  return (
    <div className={styles.color}>
      <input
        className={styles.chooser}
        type="color"
        aria-label={t('mfi.settings.choose', { label })}
        value={COLOR.test(value) ? value : '#000000'}
        onChange={(event) => onValueChange(event.target.value)}
      />
      <TextField label={label} hint={hint} error={error} dir="ltr" value={value} onValueChange={onValueChange} />
    </div>
  );
}
