import { isPastDay } from '@sathi/domain/calendar-date.ts';
import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { useMoneyText, useText } from '../../lib/text.tsx';
import { todayIn, useMfiTimeZone } from '../../lib/time.ts';
import { useBackingHindrance } from '../../lib/use-backing-hindrance.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import styles from './owner-advice.module.css';

type Props = { proposal: ProposalDetails; onInvite: () => void; onShare: () => void };

/**
 * Help for the owner now: before publishing, while it is open, while it waits for the release, and when it is
 * paid back or a part was given up (R30.1).
 */
export function OwnerAdvice({ proposal, onInvite, onShare }: Props) {
  const { t } = useText();
  const isForgiven = proposal.forgivenAmount > 0;
  switch (statusOf(proposal)) {
    case 'drafted':
      return <BeforePublishing proposal={proposal} />;
    case 'published':
    case 'locked':
      // A hidden loan is not to be passed on; the banner above says what to do.
      if (!proposal.allowedActions.includes('invite')) return null;
      return <WhileOpen {...{ proposal, onInvite, onShare }} />;
    case 'backed':
      return (
        <Banner tone="info" icon="clock">
          {!proposal.isMFIApproved ? (
            t('money.waitsForCheck', { mfi: proposal.mfiName })
          ) : proposal.awaitedAmount ? (
            <MoneyOnItsWay mfi={proposal.mfiName} awaited={proposal.awaitedAmount} />
          ) : (
            t('money.waitsForRelease', { mfi: proposal.mfiName })
          )}
        </Banner>
      );
    case 'repaid':
      return (
        <Panel title={t(isForgiven ? 'proposal.advice.forgiven' : 'proposal.advice.repaid')}>
          <p>{t(isForgiven ? 'proposal.advice.forgivenText' : 'proposal.advice.repaidText')}</p>
          <Row>
            <LinkButton variant="quiet" icon="plus" href={paths.newProposal(proposal.mfiName)}>
              {t('proposal.advice.applyAgain')}
            </LinkButton>
          </Row>
        </Panel>
      );
    default:
      return null;
  }
}

function WhileOpen({ proposal, onInvite, onShare }: Props) {
  const { t } = useText();
  const why = useBackingHindrance(proposal);
  return (
    <Panel title={t('proposal.advice.open')}>
      {why && <p>{t('proposal.notBackable', { why, mfi: proposal.mfiName })}</p>}
      <ul className={styles.tips}>
        <li>{t('proposal.advice.tipInvite')}</li>
        <li>{t('proposal.advice.tipShare')}</li>
        <li>{t('proposal.advice.tipUpdate')}</li>
      </ul>
      <Row>
        <Button {...help('invite')} variant="quiet" icon="mail" onClick={onInvite}>
          {t('proposal.advice.invite')}
        </Button>
        <Button {...help('share')} variant="quiet" icon="share" onClick={onShare}>
          {t('proposal.advice.share')}
        </Button>
      </Row>
    </Panel>
  );
}

/** The money is released when the last dollar of it is here (R20.5). */
function MoneyOnItsWay({ mfi, awaited }: { mfi: string; awaited: number }) {
  const { t, format } = useMoneyText();
  return t('payIn.releasedThen', { mfi, amount: format.money(awaited) });
}

function BeforePublishing({ proposal }: Pick<Props, 'proposal'>) {
  const { t } = useText();
  const isPast = isPastDay(proposal.startDate, todayIn(useMfiTimeZone(proposal.mfiName)));
  const step = (isDone: boolean, title: string) => ({
    title,
    state: isDone ? ('done' as const) : ('upcoming' as const),
  });
  return (
    <Panel title={t('proposal.advice.draft')}>
      <Timeline
        label={t('proposal.advice.draft')}
        steps={[
          step(true, t('proposal.advice.hasWords')),
          step(proposal.image !== null, t('proposal.advice.hasPicture')),
          step(!isPast, t('proposal.advice.hasDay')),
        ]}
      />
      <h3>{t('proposal.checks.heading')}</h3>
      <ul className={styles.tips}>
        <li>{t('proposal.checks.purpose')}</li>
        <li>{t('proposal.checks.amount')}</li>
        <li>{t('proposal.checks.privacy')}</li>
      </ul>
    </Panel>
  );
}
