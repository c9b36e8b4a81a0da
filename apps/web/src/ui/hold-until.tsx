import type { ReactNode } from 'react';
import { CardSkeletons } from './card-skeletons.tsx';
import styles from './hold-until.module.css';

/** Shows places as tall as the window until `isReady`, so that nothing jumps when the children arrive. */
export function HoldUntil({
  isReady,
  places,
  children,
}: {
  isReady: boolean;
  places?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {!isReady && <Held>{places}</Held>}
      <div hidden={!isReady}>{children}</div>
    </>
  );
}

/** A fallback as tall as the window: three skeletons of cards, or the given places. */
export function Held({ children = <CardSkeletons count={3} /> }: { children?: ReactNode }) {
  return <div className={styles.held}>{children}</div>;
}
