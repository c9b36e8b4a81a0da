import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'plain';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  icon?: IconName;
  /** True while the action is under way: the button shows a turning ring, and presses do nothing, but focus stays. */
  busy?: boolean;
  /** Makes the button as wide as its container. */
  wide?: boolean;
  small?: boolean;
};

export function Button(props: ButtonProps) {
  const { variant = 'primary', icon, busy = false, wide, small, className, children, onClick, type, ...rest } = props;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classes(styles.button, styles[variant], wide && styles.wide, small && styles.small, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
