import { classes } from './classes.ts';
import styles from './skeleton.module.css';

export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'title' | 'picture' | 'thumb' | 'button' | 'box' }) {
  return <span className={classes(styles.skeleton, styles[shape])} aria-hidden="true" />;
}
