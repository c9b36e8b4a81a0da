import { useText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';

/** Whether the MFI has looked at the proposal (R2.3). A draft waits for nobody yet. */
export function CheckedBadge({ proposal }: { proposal: ProposalSummary }) {
  const { t, format } = useText();
  if (proposal.status === 1) return null;
  if (!proposal.isMFIApproved) return <Badge icon="clock">{t('proposal.notYetChecked')}</Badge>;
  return (
    <Badge tone="good" icon="check">
      {t('proposal.checkedBy', { mfi: format.isolate(proposal.mfiName) })}
    </Badge>
  );
}
