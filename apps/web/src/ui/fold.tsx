import { type ReactNode, useState } from 'react';
import { Card } from './card.tsx';
import styles from './fold.module.css';

/** A part of a page that few need: its title alone until it is opened. It asks for its data then. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <Card>
      <details onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
        <summary className={styles.title}>
          <h2>{title}</h2>
        </summary>
        {wasOpened && <div className={styles.content}>{children}</div>}
      </details>
    </Card>
  );
}
