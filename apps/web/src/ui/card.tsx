import { Children, type ReactNode } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';

type CardProps = {
  as?: 'div' | 'article' | 'section';
  /** Adds padding. Without it the content touches the edge, as a picture should. */
  padded?: boolean;
  /** The id of its heading. */
  labelledBy?: string;
  className?: string | undefined;
  children: ReactNode;
};

export function Card({ as: Element = 'div', padded = false, labelledBy, className, children }: CardProps) {
  return (
    <Element className={classes(styles.card, padded && styles.padded, className)} aria-labelledby={labelledBy}>
      {children}
    </Element>
  );
}

/** The words of a card below its picture. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className={styles.padded}>{children}</div>;
}

/** A list of cards, as many columns as fit. */
export function CardGrid({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {Children.map(children, (child) => child && <li>{child}</li>)}
    </ul>
  );
}
