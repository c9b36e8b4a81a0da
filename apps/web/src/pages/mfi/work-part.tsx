import { lazy, Suspense, useState } from 'react';
import { MfiFigures } from '../../features/mfis/mfi-figures.tsx';
import { type Entry, type Opened, sittingKey } from '../../features/mfis/queue-entry.ts';
import { type MfiFilter, type OwnMfi, useQueues } from '../../features/mfis/use-office.ts';
import { WorkQueues } from '../../features/mfis/work-queues.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Evidence } from './evidence.tsx';
import { QueueAction } from './queue-action.tsx';

const LatenessPanel = lazy(() => import('../../features/mfis/lateness-panel.tsx'));
const ReviewDialog = lazy(() => import('./review-dialog.tsx'));

export type WorkProps = { mfi: OwnMfi; isMoneyOnly: boolean; onFilter: (filter: MfiFilter) => void };

/** The three boxes, which lead to the list, and what waits. */
export function WorkPart({ mfi, isMoneyOnly, onFilter }: WorkProps) {
  const [looksAt, setLooksAt] = useState<string | null>(null);
  const [review, setReview] = useState<{ cases: readonly Entry[]; start: number } | null>(null);
  const [opened, setOpened] = useState<Opened>(new Map());
  const { data: queues } = useQueues(mfi);
  const waiting = queues?.toApprove.entries ?? [];
  const openReview = (entry: Entry, cases: readonly Entry[]) => setReview({ cases, start: cases.indexOf(entry) });
  return (
    <Stack>
      {!isMoneyOnly && <MfiFigures mfi={mfi} filter="" onFilter={onFilter} />}
      <WorkQueues
        mfi={mfi}
        isMoneyOnly={isMoneyOnly}
        opened={opened}
        renderAction={(item, shown) => (
          <QueueAction item={item} mfi={mfi} onReview={(entry) => openReview(entry, shown)} />
        )}
        onOpen={(queue, entry, shown) =>
          queue === 'toApprove' ? openReview(entry, shown) : setLooksAt(entry.proposalId)
        }
      />
      <Suspense fallback={<Skeleton shape="box" />}>
        <LatenessPanel mfi={mfi} />
      </Suspense>
      <Evidence proposalId={looksAt} onClose={() => setLooksAt(null)} />
      {review && (
        <Suspense fallback={null}>
          <ReviewDialog
            {...review}
            waiting={waiting}
            officers={queues?.officers ?? []}
            mfi={mfi}
            onOpened={(entry, revision) => setOpened((before) => new Map(before).set(sittingKey(entry), revision))}
            onClose={() => setReview(null)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
