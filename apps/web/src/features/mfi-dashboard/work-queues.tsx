import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import styles from './mfi-dashboard.module.css';

type Queues = DataOf<'mfiQueues'>;
export type QueueName = keyof Queues;
/** One row of a queue with the queue it stands in, so that the action knows its ids. */
export type QueueItem = { [Name in QueueName]: { queue: Name; entry: Queues[Name]['entries'][number] } }[QueueName];

const QUEUES: readonly { queue: QueueName; label: TextKey; icon: IconName }[] = [
  { queue: 'toApprove', label: 'mfi.queues.toApprove', icon: 'eye' },
  { queue: 'toRelease', label: 'mfi.queues.toRelease', icon: 'coins' },
  { queue: 'withdrawalsToSend', label: 'mfi.queues.withdrawalsToSend', icon: 'bank' },
  { queue: 'paymentsToApprove', label: 'mfi.queues.paymentsToApprove', icon: 'wallet' },
];

const FEW = 4;
const DAY_MS = 86_400_000;

type Props = { mfi: { id: string; name: string }; renderAction: (item: QueueItem) => ReactNode };

/** What waits for this office, the oldest first, each with the action at hand. */
export function WorkQueues({ mfi, renderAction }: Props) {
  const { t } = useText();
  const queues = useQuery({
    queryKey: queryKeys.mfiQueues(mfi.name),
    queryFn: ({ signal }) => call('mfiQueues', { query: { mfiId: mfi.id } }, { signal }),
  });
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
                mfiName={mfi.name}
                renderAction={renderAction}
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

type QueueCardProps = {
  queue: QueueName;
  queues: Queues;
  label: string;
  icon: IconName;
  mfiName: string;
  renderAction: Props['renderAction'];
};

function QueueCard({ queue, queues, label, icon, mfiName, renderAction }: QueueCardProps) {
  const { t, format } = useText();
  const [isWhole, setWhole] = useState(false);
  const { count, oldestAt, entries } = queues[queue];
  const heading = useFocusHeir<HTMLHeadingElement>(entries.length);
  const shown = isWhole ? entries : entries.slice(0, FEW);
  return (
    <Card padded>
      <div className={styles.queueHead}>
        <Icon name={icon} />
        <h3 ref={heading} tabIndex={-1}>
          {label}
        </h3>
        <span className={styles.count}>{format.number(count)}</span>
      </div>
      <p className={styles.age}>
        {oldestAt ? t('mfi.queues.oldest', { age: format.relativeDays(daysSince(oldestAt)) }) : t('mfi.queues.empty')}
      </p>
      <ul className={styles.entries}>
        {shown.map((entry) => (
          <li key={keyOf(entry)} className={styles.entry}>
            <div className={styles.about}>
              <Link href={paths.proposal(mfiName, entry.proposalId)} className={styles.entryTitle} dir="auto">
                {entry.title}
              </Link>
              <p className={styles.entryDetail}>
                {format.isolate(entry.userName)} · {format.money(entry.amount)} ·{' '}
                {format.relativeDays(daysSince(entry.waitingSince))}
              </p>
            </div>
            <Row>{renderAction({ queue, entry } as QueueItem)}</Row>
          </li>
        ))}
      </ul>
      {!isWhole && entries.length > FEW && (
        <Button variant="plain" onClick={() => setWhole(true)}>
          {t('mfi.queues.showAll', { count: entries.length, queue: label })}
        </Button>
      )}
    </Card>
  );
}

function keyOf(entry: Queues[QueueName]['entries'][number]): string {
  const own = 'withdrawalId' in entry ? entry.withdrawalId : 'paymentId' in entry ? entry.paymentId : '';
  return `${entry.proposalId}-${own}`;
}

/** Negative, as `relativeDays` counts the past. */
function daysSince(instant: string): number {
  return -Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / DAY_MS));
}
