import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Entry, Officer } from '../../features/mfis/queue-entry.ts';
import { pictureChecks } from '../../features/mfis/use-approve-proposal.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReviewCase } from './review-case.tsx';
import { ReviewDecision } from './review-decision.tsx';

type Props = {
  /** The queue as it stood when the review began: cases decided meanwhile leave no gap in the counting. */
  cases: readonly Entry[];
  /** The place of the case to begin with. */
  start: number;
  /** The queue as it stands now, which tells who looks after a case. */
  waiting: readonly Entry[];
  officers: readonly Officer[];
  mfi: { id: string; name: string };
  /** Called when a case is before the officer's eyes. */
  onOpened: (entry: Entry, revision: string) => void;
  onClose: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** Proposals to be checked, one after the other, on the whole window. */
export default function ReviewDialog({ cases, start, waiting, officers, mfi, onOpened, onClose }: Props) {
  const text = useStaffText();
  const { t, format } = text;
  const client = useQueryClient();
  const [index, setIndex] = useState(start);
  const [ticks, setTicks] = useState<{ of: string; checks: ReadonlySet<string> }>({ of: '', checks: NONE });
  const entry = cases[index];
  const id = entry?.proposalId;
  const nextId = cases[index + 1]?.proposalId;
  const query = useQuery({ ...caseOf(id ?? ''), enabled: id !== undefined });
  const proposal = entry && query.data;
  // Ticks hold for the words that were read: those of another case, or of words changed meanwhile, do not count.
  const read = `${id} ${proposal?.revision}`;
  const ticked = ticks.of === read ? ticks.checks : NONE;
  useEffect(() => {
    if (!entry || !proposal) return;
    onOpened(entry, proposal.revision);
    if (nextId !== undefined) void client.prefetchQuery(caseOf(nextId));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each case, when it is there, and again when its words changed
  }, [proposal?.id, proposal?.revision]);
  const checks = proposal && proposal.image !== null ? pictureChecks(text) : [];
  const place = { shown: format.number(Math.min(index + 1, cases.length)), all: format.number(cases.length) };
  return (
    <Dialog
      full
      title={t('mfi.review.title', place)}
      onClose={onClose}
      footer={
        proposal && (
          <ReviewDecision
            key={id}
            proposal={proposal}
            areTicked={checks.every((check) => ticked.has(check))}
            onNext={() => setIndex(index + 1)}
          />
        )
      }
    >
      {entry && proposal && (
        <ReviewCase
          key={id}
          proposal={proposal}
          checks={checks}
          ticked={ticked}
          onTick={(next) => setTicks({ of: read, checks: next })}
          officerId={(waiting.find(({ proposalId }) => proposalId === id) ?? entry).officerId}
          officers={officers}
          mfi={mfi}
        />
      )}
      {entry &&
        !proposal &&
        (query.isError ? <ErrorState onRetry={() => void query.refetch()} /> : <Skeleton shape="picture" />)}
      {!entry && (
        <EmptyState
          icon="check-circle"
          title={t('mfi.review.done')}
          text={t('mfi.review.doneText')}
          action={<Button onClick={onClose}>{t('common.close')}</Button>}
        />
      )}
    </Dialog>
  );
}

function caseOf(id: string) {
  return {
    queryKey: queryKeys.proposal(id),
    queryFn: ({ signal }: { signal: AbortSignal }) => call('findProposal', { query: { id } }, { signal }),
  };
}
