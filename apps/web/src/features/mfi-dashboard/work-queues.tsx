import type { ReactNode } from 'react';
import { type TextKey, useText } from '../../lib/text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './mfi-dashboard.module.css';
import { QueueCard, type QueueItem, type QueueName } from './queue-card.tsx';
import { type OwnMfi, useQueues } from './use-dashboard.ts';

const QUEUES: readonly { queue: QueueName; label: TextKey; icon: IconName }[] = [
  { queue: 'toApprove', label: 'mfi.queues.toApprove', icon: 'eye' },
  { queue: 'toRelease', label: 'mfi.queues.toRelease', icon: 'coins' },
  { queue: 'withdrawalsToSend', label: 'mfi.queues.withdrawalsToSend', icon: 'bank' },
  { queue: 'paymentsToApprove', label: 'mfi.queues.paymentsToApprove', icon: 'wallet' },
];

type Props = {
  mfi: OwnMfi;
  renderAction: (item: QueueItem) => ReactNode;
  onEvidence: (proposalId: string) => void;
};

/** What waits for this office, the oldest first, each with the action at hand. */
export function WorkQueues({ mfi, renderAction, onEvidence }: Props) {
  const { t } = useText();
  const queues = useQueues(mfi);
  return (
    <section aria-labelledby="work-queues">
      <Stack>
        <h2 id="work-queues">{t('mfi.queues.title')}</h2>
        {queues.isError && !queues.data && <ErrorState onRetry={() => void queues.refetch()} />}
        <div className={styles.queues}>
          {QUEUES.map(({ queue, label, icon }) =>
            queues.data ? (
              <QueueCard
                key={queue}
                label={t(label)}
                icon={icon}
                queue={queue}
                queues={queues.data}
                mfi={mfi}
                renderAction={renderAction}
                onEvidence={onEvidence}
              />
            ) : (
              !queues.isError && <Skeleton key={queue} shape="box" />
            ),
          )}
        </div>
      </Stack>
    </section>
  );
}
