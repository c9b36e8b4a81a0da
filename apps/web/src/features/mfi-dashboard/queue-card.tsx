import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Row } from '../../ui/page.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { BulkApproval } from './bulk-approval.tsx';
import styles from './mfi-dashboard.module.css';
import type { Approvable } from './use-approve-many.ts';

type Queues = DataOf<'mfiQueues'>;
export type QueueName = keyof Queues;
/** One row of a queue with the queue it stands in, so that the action knows its ids. */
export type QueueItem = { [Name in QueueName]: { queue: Name; entry: Queues[Name]['entries'][number] } }[QueueName];

const FEW = 4;
const DAY_MS = 86_400_000;

type Props = {
  queue: QueueName;
  queues: Queues;
  label: string;
  icon: IconName;
  mfi: { id: string; name: string };
  renderAction: (item: QueueItem) => ReactNode;
  /** Opens what there is to know about the proposal of a row. */
  onEvidence: (proposalId: string) => void;
};

/** How much waits and since when, and the first rows of it. */
export function QueueCard({ queue, queues, label, icon, mfi, renderAction, onEvidence }: Props) {
  const { t, format } = useText();
  const [isWhole, setWhole] = useState(false);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const { count, entries } = queues[queue];
  const heading = useFocusHeir<HTMLHeadingElement>(entries.length);
  const shown = isWhole ? entries : entries.slice(0, FEW);
  const approved = queue === 'toApprove' || queue === 'paymentsToApprove' ? queue : null;
  const isBulk = approved !== null && entries.length > 1;
  const items = entries.map(approvableOf);
  const selectAll = (isSelected: boolean) => {
    // Nothing is approved that has not been in sight.
    setWhole(true);
    setSelection(new Set(isSelected ? items.map(({ key }) => key) : []));
  };
  const select = (key: string, isSelected: boolean) => {
    const others = [...selection].filter((each) => each !== key);
    setSelection(new Set(isSelected ? [...others, key] : others));
  };
  return (
    <Card padded>
      <div className={styles.queueHead}>
        <Icon name={icon} />
        <h3 ref={heading} tabIndex={-1}>
          {label}
        </h3>
        <span className={styles.count}>{format.number(count)}</span>
      </div>
      <Waiting queue={queues[queue]} />
      {approved && (
        <BulkApproval
          queue={approved}
          isOffered={isBulk}
          mfi={mfi}
          selected={items.filter(({ key }) => selection.has(key))}
          isAllSelected={items.every(({ key }) => selection.has(key))}
          onSelectAll={selectAll}
        />
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map((entry) => {
            const { key } = approvableOf(entry);
            return (
              <QueueRow
                key={key}
                entry={entry}
                mfiName={mfi.name}
                selection={isBulk && { isSelected: selection.has(key), onSelect: (is) => select(key, is) }}
                onEvidence={() => onEvidence(entry.proposalId)}
              >
                {renderAction({ queue, entry } as QueueItem)}
              </QueueRow>
            );
          })}
        </ul>
      )}
      {!isWhole && entries.length > FEW && (
        <Button variant="plain" onClick={() => setWhole(true)}>
          {t('mfi.queues.showAll', { count: entries.length, queue: label })}
        </Button>
      )}
    </Card>
  );
}

/** Since when, and that there is more than can be shown. */
function Waiting({ queue: { count, oldestAt, entries } }: { queue: Queues[QueueName] }) {
  const { t, format } = useText();
  return (
    <>
      <p className={styles.age}>
        {oldestAt ? t('mfi.queues.oldest', { age: format.relativeDays(daysSince(oldestAt)) }) : t('mfi.queues.empty')}
      </p>
      {count > entries.length && (
        <p className={styles.age}>
          {t('mfi.queues.oldestOnly', { shown: format.number(entries.length), all: format.number(count) })}
        </p>
      )}
    </>
  );
}

type RowProps = {
  entry: Queues[QueueName]['entries'][number];
  mfiName: string;
  /** False where one at a time is decided. */
  selection: false | { isSelected: boolean; onSelect: (isSelected: boolean) => void };
  onEvidence: () => void;
  /** What can be done at once. */
  children: ReactNode;
};

function QueueRow({ entry, mfiName, selection, onEvidence, children }: RowProps) {
  const { t, format } = useText();
  const which = { title: format.isolate(entry.title), amount: format.money(entry.amount) };
  return (
    <li className={styles.entry}>
      {selection && (
        <CheckboxField
          label={<VisuallyHidden>{t('mfi.many.select', which)}</VisuallyHidden>}
          checked={selection.isSelected}
          onCheckedChange={selection.onSelect}
        />
      )}
      <div className={styles.about}>
        <Link href={paths.proposal(mfiName, entry.proposalId)} className={styles.entryTitle} dir="auto">
          {entry.title}
        </Link>
        <p className={styles.entryDetail}>
          {format.isolate(entry.userName)} · {format.money(entry.amount)} ·{' '}
          {format.relativeDays(daysSince(entry.waitingSince))}
        </p>
      </div>
      <Row>
        <IconButton icon="history" name={t('mfi.evidence.open', which)} onClick={onEvidence} />
        {children}
      </Row>
    </li>
  );
}

/** An entry by what is approved, which for a withdrawal nothing is. */
function approvableOf(entry: Queues[QueueName]['entries'][number]): Approvable {
  const { proposalId, title, amount } = entry;
  if ('paymentId' in entry)
    return { key: `payment-${entry.paymentId}`, proposalId, title, amount, paymentId: entry.paymentId };
  const own = 'withdrawalId' in entry ? entry.withdrawalId : '';
  return { key: `${proposalId}-${own}`, proposalId, title, amount };
}

/** Negative, as `relativeDays` counts the past. */
function daysSince(instant: string): number {
  return -Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / DAY_MS));
}
