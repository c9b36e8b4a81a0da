import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useText } from '../lib/text.tsx';
import { classes } from './classes.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { LinkButton } from './link-button.tsx';
import {
  dismissToast,
  type ShownToast,
  shownToasts,
  subscribeToToasts,
  type ToastAction,
  type ToastKind,
} from './toast.ts';
import styles from './toasts.module.css';

const NONE: readonly ShownToast[] = [];
const ICONS = { success: 'check-circle', error: 'alert-circle', info: 'info' } as const satisfies Record<
  ToastKind,
  string
>;

/** The place of the messages. Their time stands still while the pointer or the focus is on them. */
export function Toasts() {
  const { t } = useText();
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, () => NONE);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  // A popover lies above open dialogs, which cover the rest of the page; showing it again puts it on top.
  useEffect(() => {
    const element = region.current;
    if (!element || !('popover' in element)) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing or tabbing to a toast only keeps it
    <section
      ref={region}
      popover="manual"
      className={toasts.length > 0 ? styles.region : undefined}
      aria-label={t('common.notifications')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  );
}

function Toast({ toast, held }: { toast: ShownToast; held: boolean }) {
  const { t } = useText();
  const remainingMs = useRef(toast.durationMs);
  useEffect(() => {
    if (held) return undefined;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - startedAt;
    };
  }, [held, toast.id]);
  return (
    <div className={classes(styles.toast, styles[toast.kind])}>
      <Icon name={ICONS[toast.kind]} />
      <p className={styles.text} role={toast.kind === 'error' ? 'alert' : 'status'}>
        {toast.text}
      </p>
      {toast.action && <Action action={toast.action} onDone={() => dismissToast(toast.id)} />}
      <IconButton icon="close" name={t('common.dismiss')} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}

function Action({ action, onDone }: { action: ToastAction; onDone: () => void }) {
  if ('href' in action) {
    return (
      <LinkButton small variant="plain" href={action.href} onClick={onDone}>
        {action.label}
      </LinkButton>
    );
  }
  const run = () => {
    onDone();
    action.run();
  };
  return (
    <Button small variant="plain" onClick={run}>
      {action.label}
    </Button>
  );
}
