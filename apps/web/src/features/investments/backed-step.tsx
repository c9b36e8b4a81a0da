import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Focused } from '../../ui/focused.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import styles from './invest-dialog.module.css';

type Props = {
  proposal: ProposalSummary;
  backed: DataOf<'backProposal'>;
  howToPay: ReactNode;
  onShare: () => void;
  onClose: () => void;
};

/** The thanks, and the way of the money from here on: first the reader's own, where it is awaited. */
export function BackedStep({ proposal, backed, howToPay, onShare, onClose }: Props) {
  const { t, format } = useText();
  const [, navigate] = useLocation();
  // Money that is still to be paid comes before telling friends.
  const mattersNow = backed.order ? 'done' : 'share';
  const findAnother = () => {
    onClose();
    navigate(paths.invest(proposal.mfiName));
  };
  return (
    <Dialog
      title={t('money.invest.doneTitle')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={findAnother}>
            {t('money.invest.another')}
          </Button>
          <Button variant={mattersNow === 'done' ? 'primary' : 'quiet'} onClick={onClose}>
            {t('money.done')}
          </Button>
          <Button variant={mattersNow === 'share' ? 'primary' : 'quiet'} icon="share" onClick={onShare}>
            {t('share.action')}
          </Button>
        </>
      }
    >
      <Focused label={t('money.invest.doneTitle')}>
        <p className={styles.done} role="status">
          <Icon name="check-circle" />
          {t('money.invest.success', { amount: format.money(backed.amount), title: proposal.title })}
        </p>
        {backed.order ? howToPay : <Next {...{ proposal, backed }} />}
      </Focused>
    </Dialog>
  );
}

function Next({ proposal, backed }: Pick<Props, 'proposal' | 'backed'>) {
  const { t, format } = useText();
  const remaining = backed.proposal.remainingAmount;
  const names = { name: proposal.userName, mfi: proposal.mfiName };
  return (
    <>
      <h3 className={styles.nextTitle}>{t('money.invest.next')}</h3>
      <Timeline
        label={t('money.invest.next')}
        steps={[
          {
            title:
              remaining > 0
                ? t('money.invest.nextRest', { remaining: format.money(remaining) })
                : t('money.invest.nextComplete'),
            state: remaining > 0 ? 'current' : 'done',
          },
          { title: t('money.invest.nextRelease', names), state: remaining > 0 ? 'upcoming' : 'current' },
          { title: t('money.invest.nextRepay', names), state: 'upcoming' },
        ]}
      />
    </>
  );
}
