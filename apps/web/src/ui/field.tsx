import { type ReactNode, useId } from 'react';
import { useText } from '../lib/text.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** Props of every labelled control. Texts come translated. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Stands in place of the hint. */
  error?: string | undefined;
  optional?: boolean;
};

/** Props of every control that holds text. */
export type ValueProps = FieldProps & {
  value: string;
  onValueChange: (value: string) => void;
  name?: string;
  autoComplete?: string;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  onBlur?: () => void;
};

/** A control of text that the page brings along, as a feature may not know the one it comes from. */
export type RenderField = (
  field: Pick<ValueProps, 'label' | 'hint' | 'value' | 'onValueChange' | 'error' | 'autoComplete'>,
) => ReactNode;

/** Spread on the control, so that it is named, described and marked wrong. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props = FieldProps & { aside?: ReactNode; children: (control: ControlProps) => ReactNode };

export function Field({ label, hint, error, optional, aside, children }: Props) {
  const { t } = useText();
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> ({t('common.optional')})</span>}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {(hasNote || aside) && (
        <div className={styles.below}>
          <FieldNote id={noteId} hint={hint} error={error} />
          {aside}
        </div>
      )}
    </div>
  );
}

/** The hint, or the error in its place. Errors are announced when they appear. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <p id={id} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
      {error && <Icon name="alert-circle" size="small" />}
      {error || hint}
    </p>
  );
}
