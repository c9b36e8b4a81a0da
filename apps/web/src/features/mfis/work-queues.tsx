import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Entry, Opened, Queue, QueueItem, QueueName } from './queue-entry.ts';
import { QueueTable } from './queue-table.tsx';
import { type OwnMfi, useLateness, useQueues } from './use-office.ts';

type Tab = QueueName | 'reports';

const LABELS: Record<Tab, StaffTextKey> = {
  toApprove: 'mfi.queues.toApprove',
  toRelease: 'mfi.queues.toRelease',
  withdrawalsToSend: 'mfi.queues.withdrawalsToSend',
  paymentsToApprove: 'mfi.queues.paymentsToApprove',
  cannotPay: 'mfi.queues.cannotPay',
  inDoubt: 'mfi.queues.inDoubt',
  late: 'mfi.queues.late',
  reports: 'reports.link',
};
const TABS = Object.keys(LABELS) as Tab[];
const OF_MONEY: readonly Tab[] = ['withdrawalsToSend', 'paymentsToApprove', 'cannotPay', 'inDoubt', 'late'];

type Oldest = Pick<Queue, 'oldestAt'>;
/** Stands in for the payouts, which the server of the last release does not count. */
const NO_PAYOUTS = { count: 0, oldestAt: null };

type Props = {
  mfi: OwnMfi;
  /** The money to send, the payments that came in and what is late, without the decisions about loans. */
  isMoneyOnly: boolean;
  /** The cases that this officer has opened in this sitting. */
  opened: Opened;
  renderAction: (item: QueueItem, shown: readonly Entry[]) => ReactNode;
  onOpen: (queue: QueueName, entry: Entry, shown: readonly Entry[]) => void;
};

/** The work that waits for this office, one queue at a time, the oldest first. */
export function WorkQueues({ mfi, isMoneyOnly, opened, renderAction, onOpen }: Props) {
  const { t, format } = useStaffText();
  const [search, setSearch] = useSearchParams();
  const queues = useQueues(mfi);
  const lateness = useLateness(mfi);
  const { reportsCount = 0, payoutsToSend: payouts = NO_PAYOUTS, officers = [], ...waiting } = queues.data ?? {};
  const known: Partial<Record<QueueName, Queue | undefined>> = { ...waiting, late: lateness.data?.late };
  const tabs = isMoneyOnly ? OF_MONEY : TABS;
  const elsewhere: Partial<Record<Tab, number>> = { withdrawalsToSend: payouts.count, reports: reportsCount };
  const countOf = (tab: Tab) => (elsewhere[tab] ?? 0) + (tab === 'reports' ? 0 : (known[tab]?.count ?? 0));
  // The first tab with work stays selected when its last row is done.
  const [first] = useState(() => tabs.find((tab) => countOf(tab) > 0) ?? tabs[0] ?? 'toApprove');
  const selected = tabs.find((tab) => tab === search.get('queue')) ?? first;
  const select = (queue: Tab) => setSearch({ ...Object.fromEntries(search), queue }, { replace: true });
  const queue = selected === 'reports' ? undefined : known[selected];
  return (
    <Panel title={t('mfi.queues.title')}>
      <Tabs
        label={t('mfi.queues.title')}
        tabs={tabs.map((id) => ({ id, label: tabLabel(t(LABELS[id]), countOf(id)) }))}
        selected={selected}
        onSelect={select}
      >
        <Stack>
          {selected === 'reports' && <Reports count={reportsCount} mfi={mfi} />}
          {selected !== 'reports' && queue && (
            <QueueTable
              key={selected}
              name={selected}
              queue={selected === 'withdrawalsToSend' ? { ...queue, oldestAt: older(queue, payouts) } : queue}
              label={t(LABELS[selected])}
              officers={officers}
              mfi={mfi}
              opened={opened}
              renderAction={renderAction}
              onOpen={(entry, shown) => onOpen(selected, entry, shown)}
            />
          )}
          {selected === 'withdrawalsToSend' && payouts.count > 0 && (
            <div>
              <LinkButton variant="quiet" icon="wallet" href={paths.mfiPayouts(mfi.name)}>
                {t('mfi.queues.payouts', { shown: format.number(payouts.count) })}
              </LinkButton>
            </div>
          )}
          {selected !== 'reports' && !queue && (
            <ErrorState onRetry={() => void (selected === 'late' ? lateness : queues).refetch()} />
          )}
        </Stack>
      </Tabs>
    </Panel>
  );

  function tabLabel(name: string, count: number): string {
    return count === 0 ? name : t('mfi.queues.tab', { queue: name, shown: format.number(count) });
  }
}

function Reports({ count, mfi }: { count: number; mfi: OwnMfi }) {
  const { t, format } = useStaffText();
  return (
    <Stack gap="tight">
      <p>{count === 0 ? t('mfi.queues.empty') : t('reports.pageLead', { mfi: mfi.name })}</p>
      <div>
        <LinkButton variant="quiet" icon="flag" href={paths.mfiReports(mfi.name)}>
          {count === 0 ? t('reports.link') : t('reports.linkCount', { shown: format.number(count) })}
        </LinkButton>
      </div>
    </Stack>
  );
}

/** The earlier of the two instants since which the oldest entries wait; null where neither queue has one. */
function older({ oldestAt: one }: Oldest, { oldestAt: other }: Oldest): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
