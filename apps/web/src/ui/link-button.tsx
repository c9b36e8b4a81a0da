import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ButtonVariant } from './button.tsx';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

type LinkButtonProps = {
  href: string;
  variant?: ButtonVariant;
  icon?: IconName;
  wide?: boolean;
  small?: boolean;
  /** Travels with the history entry, out of the address. */
  state?: unknown;
  /** Called before the link is followed. */
  onClick?: () => void;
  children: ReactNode;
};

/** A link drawn as a button. Addresses of other sites and of files leave the app. */
export function LinkButton({
  href,
  variant = 'primary',
  icon,
  wide,
  small,
  state = null,
  onClick,
  children,
}: LinkButtonProps) {
  const className = classes(styles.button, styles[variant], wide && styles.wide, small && styles.small);
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  return href.startsWith('/') && !href.startsWith('/api/') ? (
    <Link href={href} className={className} state={state} onClick={onClick}>
      {content}
    </Link>
  ) : (
    <a href={href} className={className} rel="noopener" onClick={onClick}>
      {content}
    </a>
  );
}
