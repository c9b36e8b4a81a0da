import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Entry, Officer } from '../../features/mfis/queue-entry.ts';
import { pictureChecks } from '../../features/mfis/use-approve-proposal.ts';
import { call } from '../../lib/api.ts';
import { galleryQuery } from '../../lib/gallery-query.ts';
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
  const { proposal, pictures, isError, retry } = useCase(id);
  // Ticks hold for what was seen: those of another case, or of words or pictures changed meanwhile, do not count.
  const read = [id, proposal?.revision, ...pictures.map((picture) => picture.id)].join(' ');
  const ticked = ticks.of === read ? ticks.checks : NONE;
  useEffect(() => {
    if (!entry || !proposal) return;
    onOpened(entry, proposal.revision);
    if (nextId === undefined) return;
    void client.prefetchQuery(caseOf(nextId));
    void client.prefetchQuery(galleryQuery(nextId));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each case, when it is there, and again when its words changed
  }, [proposal?.id, proposal?.revision]);
  const hasPicture = proposal !== undefined && (proposal.image !== null || pictures.length > 0);
  const checks = hasPicture ? pictureChecks(text) : [];
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
            checked={checks.length === 0 ? null : checks.every((check) => ticked.has(check))}
            onNext={() => setIndex(index + 1)}
          />
        )
      }
    >
      {entry && proposal && (
        <ReviewCase
          key={id}
          proposal={proposal}
          album={pictures}
          checks={checks}
          ticked={ticked}
          onTick={(next) => setTicks({ of: read, checks: next })}
          officerId={(waiting.find(({ proposalId }) => proposalId === id) ?? entry).officerId}
          officers={officers}
          mfi={mfi}
        />
      )}
      {entry && !proposal && (isError ? <ErrorState onRetry={retry} /> : <Skeleton shape="picture" />)}
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

/** A case with its album, whose pictures are approved with it: neither is shown without the other. */
function useCase(id: string | undefined) {
  const enabled = id !== undefined;
  const query = useQuery({ ...caseOf(id ?? ''), enabled });
  const album = useQuery({ ...galleryQuery(id ?? ''), enabled });
  return {
    proposal: enabled && album.data ? query.data : undefined,
    pictures: album.data ?? [],
    isError: query.isError || album.isError,
    retry: () => void Promise.all([query.refetch(), album.refetch()]),
  };
}

function caseOf(id: string) {
  return {
    queryKey: queryKeys.proposal(id),
    queryFn: ({ signal }: { signal: AbortSignal }) => call('findProposal', { query: { id } }, { signal }),
  };
}
