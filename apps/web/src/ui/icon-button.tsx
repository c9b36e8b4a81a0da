import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'name'> & {
  icon: IconName;
  /** The name that screen readers say and the tooltip shows. */
  name: string;
  tip?: 'above' | 'below';
};

export function IconButton({ icon, name, tip = 'above', className, type, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classes(styles.button, styles.icon, styles.named, className)}
      aria-label={name}
    >
      <Icon name={icon} />
      <span className={classes(styles.tip, tip === 'below' && styles.below)} aria-hidden="true">
        {name}
      </span>
    </button>
  );
}
