import { Suspense, useEffect, useState } from 'react';
import evidenceTexts from 'virtual:texts/pages/evidence-dialog.tsx';
import { LatenessPanel } from '../features/mfi-dashboard/lateness-panel.tsx';
import { MfiFigures } from '../features/mfi-dashboard/mfi-figures.tsx';
import { MfiProposalList } from '../features/mfi-dashboard/mfi-proposal-list.tsx';
import type { StatusFilter } from '../features/mfi-dashboard/status-filter.ts';
import type { OwnMfi } from '../features/mfi-dashboard/use-dashboard.ts';
import { WorkQueues } from '../features/mfi-dashboard/work-queues.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { Stack } from '../ui/page.tsx';
import ActingCard from './acting-card.tsx';
import QueueAction from './queue-action.tsx';

const EvidenceDialog = lazyPart(() => import('./evidence-dialog.tsx'), evidenceTexts);

type Props = { mfi: OwnMfi; filter: StatusFilter; onFilter: (filter: StatusFilter) => void };

/** Everything that the dashboard shows once its data are there. Fetched while they are on their way. */
export default function MfiParts({ mfi, filter, onFilter }: Props) {
  const [looksAt, setLooksAt] = useState<string | null>(null);
  useEffect(() => {
    EvidenceDialog.preload();
  }, []);
  return (
    <Stack gap="loose">
      <WorkQueues mfi={mfi} renderAction={(item) => <QueueAction item={item} mfi={mfi} />} onEvidence={setLooksAt} />
      <LatenessPanel mfi={mfi} />
      <Stack>
        <MfiFigures mfi={mfi} filter={filter} onFilter={onFilter} />
        <MfiProposalList
          mfi={mfi}
          filter={filter}
          onFilter={onFilter}
          renderCard={(proposal) => (
            <ActingCard key={proposal.id} proposal={proposal} onHistory={() => setLooksAt(proposal.id)} />
          )}
        />
      </Stack>
      {looksAt !== null && (
        <Suspense fallback={null}>
          <EvidenceDialog proposalId={looksAt} onClose={() => setLooksAt(null)} />
        </Suspense>
      )}
    </Stack>
  );
}
