import { useOnward } from '../../features/identity/handover.ts';
import { useLoanToBack } from '../../features/identity/use-loan-to-back.ts';
import { Hero } from '../../features/mfis/hero.tsx';
import { PartnerCard } from '../../features/mfis/partner-card.tsx';
import { Safety } from '../../features/mfis/safety.tsx';
import { Showcase } from '../../features/mfis/showcase.tsx';
import styles from '../../features/mfis/start.module.css';
import { Steps } from '../../features/mfis/steps.tsx';
import { ProposalCard } from '../../features/proposals/proposal-card.tsx';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row } from '../../ui/page.tsx';
import { Closing, Doors } from './doors.tsx';
import { LoanAhead } from './loan-ahead.tsx';

/** The first page of a visitor (specification section 2, Start page). */
export default function StartPage() {
  const { t } = useText();
  const { user } = useSession();
  const loan = useLoanToBack();
  const ahead = user === null && loan;
  usePageTitle(t('common.productName'));
  return (
    <>
      {ahead && <LoanAhead {...ahead} />}
      <Hero>{!ahead && <Ways />}</Hero>
      <div className={styles.sections}>
        <Doors />
        <Showcase renderProposal={(proposal) => <ProposalCard proposal={proposal} />} />
        <AllLoans />
        <Steps />
        <PartnerCard />
        <Safety />
        <Closing />
      </div>
    </>
  );
}

/** The way from the four newest loans to all that are open. */
function AllLoans() {
  const { t } = useText();
  return (
    <Row>
      <LinkButton href={paths.invest(useMfiName())} variant="quiet" icon="arrow-forward">
        {t('identity.start.allLoans')}
      </LinkButton>
    </Row>
  );
}

/** The ways in: a visitor registers or logs in, a signed-in person goes straight home. */
function Ways() {
  const { t } = useText();
  const { user } = useSession();
  const mfiName = useMfiName();
  const onward = useOnward();
  if (user) {
    return (
      <LinkButton href={paths.home(mfiName)} icon="home">
        {t('identity.start.goHome')}
      </LinkButton>
    );
  }
  return (
    <>
      <LinkButton href={paths.register(mfiName)} state={onward}>
        {t('identity.start.getStarted')}
      </LinkButton>
      <LinkButton href={paths.login(mfiName)} variant="quiet" state={onward}>
        {t('common.logIn')}
      </LinkButton>
    </>
  );
}
