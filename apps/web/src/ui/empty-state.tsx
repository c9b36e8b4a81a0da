import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

type Props = { icon?: IconName; title: string; text?: string; action?: ReactNode };

/** An empty place: the use of it, and the next thing to do. */
export function EmptyState({ icon = 'seedling', title, text, action }: Props) {
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} size="large" />
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  );
}
