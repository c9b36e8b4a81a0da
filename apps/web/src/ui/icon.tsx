import { classes } from './classes.ts';
import { ICON_SHAPES, type IconName, POINTING_ICONS } from './icon-shapes.ts';
import styles from './icon.module.css';

export type { IconName } from './icon-shapes.ts';

/** Decoration beside words; the words carry the meaning. */
export function Icon({ name, size = 'medium' }: { name: IconName; size?: 'small' | 'medium' | 'large' }) {
  return (
    <svg
      className={classes(styles.icon, styles[size], POINTING_ICONS.has(name) && styles.pointing)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={ICON_SHAPES[name]} />
    </svg>
  );
}
