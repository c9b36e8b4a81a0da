import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './picture-card.module.css';

type Props = {
  /** The id of its heading. */
  labelledBy: string;
  /** Reaches the edges. */
  picture: ReactNode;
  children: ReactNode;
};

/**
 * An article under its picture, as high as its neighbours; an element with an automatic margin above it stands at the
 * end.
 */
export function PictureCard({ labelledBy, picture, children }: Props) {
  return (
    <Card as="article" labelledBy={labelledBy} className={styles.card}>
      {picture}
      <div className={styles.body}>{children}</div>
    </Card>
  );
}
