import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './form.module.css';
import { Icon } from './icon.tsx';

type Props = {
  onSubmit: () => void;
  /** While true a second submit does nothing. */
  busy?: boolean;
  /** A problem of the whole form, such as the answer of the server. */
  error?: string | undefined;
  label?: string;
  /** The id for a submit button that stands elsewhere, such as in the footer of a dialog. */
  id?: string;
  children: ReactNode;
};

/** One column of fields. After a submit that was refused, the first wrong field has the focus. */
export function Form({ onSubmit, busy = false, error, label, id, children }: Props) {
  const ref = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    onSubmit();
    setAttempts((count) => count + 1);
  };
  return (
    <form ref={ref} id={id} className={styles.form} noValidate onSubmit={submit} aria-label={label}>
      {children}
      {error && (
        <p className={styles.error} role="alert">
          <Icon name="alert-circle" />
          {error}
        </p>
      )}
    </form>
  );
}
