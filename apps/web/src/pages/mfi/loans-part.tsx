import { useState } from 'react';
import { MfiFigures } from '../../features/mfis/mfi-figures.tsx';
import { MfiProposalList } from '../../features/mfis/mfi-proposal-list.tsx';
import type { MfiFilter, OwnMfi } from '../../features/mfis/use-office.ts';
import { Stack } from '../../ui/page.tsx';
import { ActingCard } from '../proposal/acting-card.tsx';
import { Evidence } from './evidence.tsx';

type LoansProps = { mfi: OwnMfi; filter: MfiFilter; onFilter: (filter: MfiFilter) => void };

/** The three boxes and the list that they filter. */
export default function LoansPart({ mfi, filter, onFilter }: LoansProps) {
  const [looksAt, setLooksAt] = useState<string | null>(null);
  return (
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
      <Evidence proposalId={looksAt} onClose={() => setLooksAt(null)} />
    </Stack>
  );
}
