import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../lib/api.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../../lib/paths.ts';
import { useLoanAhead, useOnward } from './handover.ts';
import styles from './identity.module.css';

type Props = {
  title: string;
  lead?: ReactNode;
  /** The other ways to go, below the card. */
  links?: ReactNode;
  /** The aim of the form, beside it on a wide screen. */
  beside?: ReactNode;
  children: ReactNode;
};

/** One narrow card: the frame of every screen around an account. */
export function AuthPage({ title, lead, links, beside, children }: Props) {
  return (
    <Page width={beside ? 'split' : 'narrow'} title={title} lead={lead}>
      <div className={styles.columns}>
        <div>
          <MfiPledge />
          <Card padded>{children}</Card>
          {links && <nav className={styles.links}>{links}</nav>}
        </div>
        {beside && <aside>{beside}</aside>}
      </div>
    </Page>
  );
}

/** The MFI's data failing on an authentication page is said in these words (specification section 8). */
function MfiPledge() {
  const { t } = useText();
  const { error, refetch } = useMfi();
  if (!(error instanceof ApiError) || error.status === 404) return null;
  return (
    <div className={styles.pledge}>
      <Banner
        tone="bad"
        icon="alert-circle"
        action={
          <Button variant="plain" small onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('common.networkFailed')}
      </Banner>
    </div>
  );
}

type LinkProps = {
  question?: string;
  href: string;
  label: string;
  /** The page to come to in the end, where no other was asked for. */
  returnTo?: string;
};

/** A question and the link that answers it. The page a visitor asked for goes along. */
export function AuthLink({ question, href, label, returnTo }: LinkProps) {
  const onward = { ...(returnTo && { returnTo }), ...useOnward() };
  const loan = useLoanAhead();
  return (
    <p className={styles.beside}>
      {question && <span>{question}</span>}
      <Link href={loan === undefined ? href : paths.toBack(href, loan)} state={onward} className={styles.link}>
        {label}
      </Link>
    </p>
  );
}
