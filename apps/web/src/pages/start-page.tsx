import { useHandover } from '../features/identity/handover.ts';
import { Hero } from '../features/mfis/hero.tsx';
import { Safety } from '../features/mfis/safety.tsx';
import { Showcase } from '../features/mfis/showcase.tsx';
import styles from '../features/mfis/start.module.css';
import { Steps } from '../features/mfis/steps.tsx';
import { ProposalCard } from '../features/proposals/proposal-card.tsx';
import { paths, useMfiName } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { LinkButton } from '../ui/link-button.tsx';

/** What a visitor sees first (specification section 2, Start page). */
export default function StartPage() {
  const { t } = useText();
  usePageTitle(t('common.productName'));
  return (
    <>
      <Hero>
        <Ways />
      </Hero>
      <div className={styles.sections}>
        <Steps />
        <Showcase renderProposal={(proposal) => <ProposalCard proposal={proposal} />} />
        <Safety />
      </div>
    </>
  );
}

/** In: for a visitor to register or to log in, for whoever is signed in straight home. */
function Ways() {
  const { t } = useText();
  const { user } = useSession();
  const mfiName = useMfiName();
  const { returnTo } = useHandover();
  if (user) {
    return (
      <LinkButton href={paths.home(mfiName)} icon="home">
        {t('identity.start.goHome')}
      </LinkButton>
    );
  }
  const state = returnTo ? { returnTo } : null;
  return (
    <>
      <LinkButton href={paths.register(mfiName)} state={state}>
        {t('identity.start.getStarted')}
      </LinkButton>
      <LinkButton href={paths.login(mfiName)} variant="quiet" state={state}>
        {t('common.logIn')}
      </LinkButton>
    </>
  );
}
