import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../lib/text.tsx';
import { closeOnBack } from './back-closes.ts';
import { classes } from './classes.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

type Props = {
  title: string;
  /** The name of the thing it is about, in its owner's words, on a line of its own below the title. */
  about?: string;
  /** Called on Escape, the Back key, the close button, or a press beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** The buttons. */
  footer?: ReactNode;
  /** While true the dialog does not close: a request is under way. */
  busy?: boolean;
  wide?: boolean;
  /** The whole window of a phone, and nearly all of a larger one. */
  full?: boolean;
  /** On a phone the dialog comes up from the bottom, over the whole width. */
  sheet?: boolean;
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
};

/**
 * A modal, open as long as it is rendered. The browser keeps the focus inside; closing gives it back. In a question the
 * focus waits on the safe answer, boxes to tick or not (R17.10). In another dialog that begins with a field the focus
 * is in that field, elsewhere on the title.
 */
export function Dialog({
  title: words,
  about,
  onClose,
  children,
  footer,
  busy = false,
  wide,
  full,
  sheet,
  role,
}: Props) {
  const { t } = useText();
  const titleId = useId();
  const requestClose = () => {
    if (!busy) onClose();
  };
  const { ref, title } = useModal(requestClose);
  return (
    <dialog
      ref={ref}
      role={role}
      className={classes(styles.dialog, wide && styles.wide, full && styles.full, sheet && styles.sheet)}
      aria-labelledby={about === undefined ? titleId : `${titleId} ${titleId}-about`}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        requestClose();
      }}
      // A phone may close the dialog without asking: a busy one is opened again.
      onClose={(event) => {
        if (event.target !== ref.current) return;
        if (busy) ref.current.showModal();
        else onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === ref.current && isOutside(event, ref.current)) requestClose();
      }}
    >
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 ref={title} id={titleId} dir="auto" tabIndex={-1}>
            {words}
          </h2>
          {about !== undefined && (
            <p id={`${titleId}-about`} className={styles.about} dir="auto">
              {about}
            </p>
          )}
        </div>
        <IconButton icon="close" name={t('common.close')} tip="below" disabled={busy} onClick={requestClose} />
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </dialog>
  );
}

/** Opens the dialog with the focus where it belongs, and gives the focus back; the Back key asks it to close. */
function useModal(requestClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const latest = useRef(requestClose);
  useEffect(() => {
    latest.current = requestClose;
  });
  useEffect(() => {
    const opener = document.activeElement;
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    (dialog?.querySelector<HTMLElement>('[data-safe]') ?? firstField(dialog) ?? title.current)?.focus();
    const leaveBack = closeOnBack(() => latest.current());
    return () => {
      leaveBack();
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return { ref, title };
}

/** The control after the close button, when it is written in. */
function firstField(dialog: HTMLElement | null): HTMLElement | null | undefined {
  const next = dialog?.querySelectorAll<HTMLElement>('a, button, input, select, textarea')[1];
  return next?.matches('input:not([type=file]), select, textarea') ? next : null;
}

/** The backdrop belongs to the dialog element, so only the place tells a press on it. */
function isOutside({ clientX, clientY }: { clientX: number; clientY: number }, dialog: HTMLElement): boolean {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
