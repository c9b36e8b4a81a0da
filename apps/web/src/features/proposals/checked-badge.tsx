import { statusOf } from '../../lib/proposal-status.ts';
import { useText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';

/** Whether the MFI has looked at the proposal (R2.3). A draft does not wait for a look yet. */
export function CheckedBadge({ proposal }: { proposal: ProposalSummary }) {
  const { t } = useText();
  if (statusOf(proposal) === 'drafted') return null;
  if (!proposal.isMFIApproved) return <Badge icon="clock">{t('proposal.notYetChecked')}</Badge>;
  return (
    <Badge tone="good" icon="check">
      {t('proposal.checkedBy', { mfi: proposal.mfiName })}
    </Badge>
  );
}
