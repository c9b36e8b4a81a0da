import { type ReactNode, useEffect, useId, useRef } from 'react';
import { FieldNote } from './field.tsx';
import styles from './field.module.css';

type Props = {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  hint?: string;
  error?: string | undefined;
  name?: string;
  required?: boolean;
  disabled?: boolean;
};

export function CheckboxField({ label, checked, onCheckedChange, hint, error, name, required, disabled }: Props) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  // A box ticked before this code arrived stays ticked.
  useEffect(() => {
    if (ref.current && ref.current.checked !== checked) onCheckedChange(ref.current.checked);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the first render can meet a tick that React does not know
  }, []);
  const hasNote = Boolean(error || hint);
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          ref={ref}
          className={styles.box}
          type="checkbox"
          name={name}
          required={required}
          disabled={disabled}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? id : undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hasNote && <FieldNote id={id} hint={hint} error={error} />}
    </div>
  );
}
