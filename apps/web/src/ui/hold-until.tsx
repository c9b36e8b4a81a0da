import type { ReactNode } from 'react';
import { CardSkeletons } from './card-skeletons.tsx';
import styles from './hold-until.module.css';

/** The places of what is on its way instead of it, as tall as the window, so that nothing jumps when its parts arrive. */
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

/** The same as a fallback. Around other places, or a page as tall as the window whatever arrives, as its children. */
export function Held({ children = <CardSkeletons count={3} /> }: { children?: ReactNode }) {
  return <div className={styles.held}>{children}</div>;
}
