import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../lib/api.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { useHandover } from './handover.ts';
import styles from './identity.module.css';

type Props = {
  title: string;
  lead?: ReactNode;
  /** Where else to go, below the card. */
  links?: ReactNode;
  children: ReactNode;
};

/** One narrow card: the frame of every screen around an account. */
export function AuthPage({ title, lead, links, children }: Props) {
  return (
    <Page width="narrow" title={title} lead={lead}>
      <MfiNotice />
      <Card padded>{children}</Card>
      {links && <nav className={styles.links}>{links}</nav>}
    </Page>
  );
}

/** The MFI's data failing on an authentication page is said in these words (specification section 8). */
function MfiNotice() {
  const { t } = useText();
  const { error, refetch } = useMfi();
  if (!(error instanceof ApiError) || error.status === 404) return null;
  return (
    <div className={styles.notice}>
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

/** A question and the link that answers it. The proposal a visitor came from goes along. */
export function AuthLink({ question, href, label }: { question?: string; href: string; label: string }) {
  const { returnTo } = useHandover();
  return (
    <p className={styles.beside}>
      {question && <span>{question}</span>}
      <Link href={href} state={returnTo ? { returnTo } : null} className={styles.link}>
        {label}
      </Link>
    </p>
  );
}
