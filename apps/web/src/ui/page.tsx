import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { usePageTitle } from '../lib/use-page-title.ts';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import styles from './page.module.css';

type PageProps = {
  /** The heading, and the name of the browser tab. */
  title: string;
  /** `narrow` for forms, `split` for forms beside something, `reading` for one thing, `wide` for lists. */
  width?: 'narrow' | 'split' | 'reading' | 'wide';
  lead?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
  /** False where the page draws its own h1. */
  heading?: boolean;
  children: ReactNode;
};

export function Page({ title, width = 'wide', lead, actions, back, heading = true, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={classes(styles.page, width !== 'wide' && styles[width])}>
      {back && (
        <Link href={back.href} className={styles.back}>
          <Icon name="arrow-back" />
          {back.label}
        </Link>
      )}
      {heading && (
        <div className={styles.head}>
          <div>
            <h1 dir="auto">{title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {actions && <Row>{actions}</Row>}
        </div>
      )}
      {children}
    </div>
  );
}

/** One below the other. */
export function Stack({ gap, children }: { gap?: 'tight' | 'loose'; children: ReactNode }) {
  return <div className={classes(styles.stack, gap && styles[gap])}>{children}</div>;
}

/** Side by side, wrapping. */
export function Row({ spread, children }: { spread?: boolean; children: ReactNode }) {
  return <div className={classes(styles.row, spread && styles.spread)}>{children}</div>;
}

/** Equal columns, as many as fit. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
