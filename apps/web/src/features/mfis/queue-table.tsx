import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type WorkColumn, WorkTable } from '../../ui/work-table.tsx';
import { BulkApproval } from './bulk-approval.tsx';
import { Borrower, useNextStep } from './late-columns.tsx';
import styles from './office.module.css';
import { OfficerSelect } from './officer-select.tsx';
import {
  approvableOf,
  daysSince,
  type Entry,
  keyOf,
  type Officer,
  type Opened,
  type Queue,
  type QueueItem,
  type QueueName,
  sittingKey,
} from './queue-entry.ts';

type Props = {
  name: QueueName;
  queue: Queue;
  /** The label of the queue, for its table. */
  label: string;
  officers: readonly Officer[];
  mfi: { id: string; name: string };
  /** Proposals are approved together only when each was opened in this sitting. */
  opened: Opened;
  /** The next step of a row; `shown` are the rows that stand in the table. */
  renderAction: (item: QueueItem, shown: readonly Entry[]) => ReactNode;
  /** Opens the case of a row. */
  onOpen: (entry: Entry, shown: readonly Entry[]) => void;
};

const OwnQueue = lazy(() => import('./own-queue.tsx'));

/** One queue as a table: the oldest first until a header is pressed, all rows or only those one looks after. */
export function QueueTable(props: Props) {
  const [isTicked, setMine] = useState(false);
  const { name, queue, mfi } = props;
  // An empty queue has no box to untick.
  const isMine = isTicked && queue.entries.length > 0;
  return (
    <Stack gap="tight">
      <QueueHead queue={queue} isMine={isMine} onMine={setMine} />
      {isMine ? (
        <Suspense fallback={<Skeleton shape="box" />}>
          <OwnQueue name={name} mfi={mfi}>
            {(shown) => <QueueRows {...props} shown={shown} />}
          </OwnQueue>
        </Suspense>
      ) : (
        <QueueRows {...props} shown={queue.entries} />
      )}
    </Stack>
  );
}

type RowsProps = Omit<Props, 'queue'> & { shown: readonly Entry[] };

function QueueRows({ name, shown, label, officers, mfi, opened, renderAction, onOpen }: RowsProps) {
  const { t, format } = useStaffText();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const bulk = name === 'toApprove' || name === 'paymentsToApprove' ? name : null;
  const isOffered = (entry: Entry) =>
    bulk !== null && !entry.awaitsAnother && (bulk !== 'toApprove' || opened.has(sittingKey(entry)));
  const offered = shown.filter(isOffered).map((entry) => approvableOf(entry, opened));
  const isBulk = bulk !== null && shown.length > 1;
  const selected = offered.filter(({ key }) => selection.has(key));
  const select = (key: string, isSelected: boolean) => {
    const others = [...selection].filter((each) => each !== key);
    setSelection(new Set(isSelected ? [...others, key] : others));
  };
  const columns = useColumns({ name, shown, officers, mfi, renderAction, onOpen });
  const selects: WorkColumn<Entry> = {
    key: 'select',
    header: t('mfi.many.column'),
    isBare: true,
    place: 'select',
    cell: (entry) => {
      const key = keyOf(entry);
      return (
        isOffered(entry) && (
          <CheckboxField
            label={
              <VisuallyHidden>
                {t('mfi.many.select', { title: entry.title, amount: sumFirstLocal(entry, format) })}
              </VisuallyHidden>
            }
            checked={selection.has(key)}
            onCheckedChange={(isSelected) => select(key, isSelected)}
          />
        )
      );
    },
  };
  return (
    <>
      {bulk === 'toApprove' && isBulk && offered.length < shown.length && (
        <p className={styles.age}>{t('mfi.review.openFirst')}</p>
      )}
      {bulk && (
        <BulkApproval
          queue={bulk}
          isOffered={isBulk && offered.length > 0}
          mfi={mfi}
          selected={selected}
          isAllSelected={offered.length > 0 && selected.length === offered.length}
          onSelectAll={(isAll) => setSelection(new Set(isAll ? offered.map(({ key }) => key) : []))}
        />
      )}
      {shown.length > 0 && (
        <WorkTable
          caption={label}
          columns={isBulk && offered.length > 0 ? [selects, ...columns] : columns}
          rows={shown}
          rowKey={keyOf}
        />
      )}
    </>
  );
}

type HeadProps = { queue: Queue; isMine: boolean; onMine: (isMine: boolean) => void };

/**
 * The head of a queue: since when the oldest waits, and whether only the own ones are shown. The focus comes here when
 * a row goes.
 */
function QueueHead({ queue: { entries, count, oldestAt }, isMine, onMine }: HeadProps) {
  const { t, format } = useStaffText();
  const heading = useFocusHeir<HTMLParagraphElement>(entries.length);
  return (
    <>
      <div className={styles.queueHead}>
        <p ref={heading} tabIndex={-1} className={styles.age}>
          {oldestAt ? t('mfi.queues.oldest', { age: format.relativeDays(daysSince(oldestAt)) }) : t('mfi.queues.empty')}
        </p>
        {entries.length > 0 && <CheckboxField label={t('mfi.queues.mine')} checked={isMine} onCheckedChange={onMine} />}
      </div>
      {!isMine && count > entries.length && (
        <p className={styles.age}>
          {t('mfi.queues.oldestOnly', { shown: format.number(entries.length), all: format.number(count) })}
        </p>
      )}
    </>
  );
}

type OpenProps = { entry: Entry; mfiName: string; onOpen: () => void };

function OpenCase({ entry, mfiName, onOpen }: OpenProps) {
  return (
    <Link
      className={styles.open}
      dir="auto"
      href={paths.proposal(mfiName, entry.proposalId)}
      aria-haspopup="dialog"
      onClick={(event) => {
        // A click with a key held opens the page of the loan beside this one.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {entry.title}
    </Link>
  );
}

function useColumns({
  name,
  shown,
  officers,
  mfi,
  renderAction,
  onOpen,
}: Pick<RowsProps, 'name' | 'shown' | 'officers' | 'mfi' | 'renderAction' | 'onOpen'>): WorkColumn<Entry>[] {
  const { t, format } = useStaffText();
  const nextStep = useNextStep();
  const officerOf = ({ officerId }: Entry) => officers.find(({ id }) => id === officerId)?.name ?? '';
  const where: WorkColumn<Entry> = {
    key: 'place',
    header: t('mfi.queues.place'),
    sortBy: ({ place }) => place ?? '',
    cell: ({ place }) => place !== null && <bdi>{place}</bdi>,
  };
  return [
    {
      key: 'title',
      header: t('mfi.loan'),
      place: 'title',
      sortBy: ({ title }) => title,
      cell: (entry) => <OpenCase entry={entry} mfiName={mfi.name} onOpen={() => onOpen(entry, shown)} />,
    },
    {
      key: 'borrower',
      header: t('mfi.borrower'),
      place: 'about',
      sortBy: ({ userName }) => userName,
      cell: (entry) => <Borrower entry={entry} />,
    },
    // A payment has its facts below its borrower instead.
    ...(name === 'late' ? [nextStep] : name === 'paymentsToApprove' ? [] : [where]),
    {
      key: 'amount',
      header: t('mfi.amount'),
      place: 'figure',
      numeric: true,
      sortBy: ({ amount }) => amount,
      cell: (entry) => sumFirstLocal(entry, format),
    },
    {
      key: 'since',
      header: t(name === 'late' ? 'mfi.queues.late' : 'mfi.queues.since'),
      place: 'note',
      sortBy: ({ waitingSince }) => Date.parse(waitingSince),
      cell: ({ waitingSince }) => format.relativeDays(daysSince(waitingSince)),
    },
    {
      key: 'officer',
      header: t('mfi.officer.column'),
      sortBy: officerOf,
      cell: (entry) => (
        <>
          <span data-print="only">{officerOf(entry)}</span>
          <OfficerSelect proposal={entry} officers={officers} mfiName={mfi.name} />
        </>
      ),
    },
    {
      key: 'action',
      header: t('staff.actions'),
      isBare: true,
      cell: (entry) => <div className={styles.actions}>{renderAction({ queue: name, entry } as QueueItem, shown)}</div>,
    },
  ];
}
