import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  tone: 'info' | 'good' | 'warm' | 'bad';
  icon?: IconName;
  action?: ReactNode;
  /** False within a region that announces it. */
  isAnnounced?: boolean;
  children: ReactNode;
};

/** A sentence about the whole page or section, announced when it appears. */
export function Banner({ tone, icon = 'info', action, isAnnounced = true, children }: Props) {
  return (
    <div className={classes(styles.banner, styles[tone])} role={isAnnounced ? 'status' : undefined}>
      <Icon name={icon} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
