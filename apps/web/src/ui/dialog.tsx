import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../lib/text.tsx';
import { classes } from './classes.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

type Props = {
  title: string;
  /** Escape, the close button, or a press beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** The buttons. */
  footer?: ReactNode;
  /** While true it does not close: something is being sent. */
  busy?: boolean;
  wide?: boolean;
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
};

/**
 * A modal, open as long as it is rendered. The browser keeps the focus inside; closing gives it back. What begins with a
 * field is written in at once; elsewhere the focus waits on the close button.
 */
export function Dialog({ title, onClose, children, footer, busy = false, wide, role }: Props) {
  const { t } = useText();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    firstField(dialog)?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const requestClose = () => {
    if (!busy) onClose();
  };
  return (
    <dialog
      ref={ref}
      role={role}
      className={classes(styles.dialog, wide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        requestClose();
      }}
      onPointerDown={(event) => {
        if (event.target === ref.current && isOutside(event, ref.current)) requestClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title} dir="auto">
          {title}
        </h2>
        <IconButton icon="close" name={t('common.close')} tip="below" disabled={busy} onClick={requestClose} />
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </dialog>
  );
}

/** What comes after the close button, when it is written in. */
function firstField(dialog: HTMLElement | null): HTMLElement | null | undefined {
  const next = dialog?.querySelectorAll<HTMLElement>('a, button, input, select, textarea')[1];
  return next?.matches('input:not([type=file]), select, textarea') ? next : null;
}

/** The backdrop belongs to the dialog element, so only the place tells a press on it. */
function isOutside({ clientX, clientY }: { clientX: number; clientY: number }, dialog: HTMLElement): boolean {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
