import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';

type Props = { proposal: ProposalSummary; className: string | undefined };

/** "2 loans repaid · 2 of them on time · 1 loan running" (R26.3), counted by the server; a first loan is said as such. */
export function TrackRecord({ proposal, className }: Props) {
  const { t, format } = useText();
  const { repaid, onTime, onChangedPlan, active, lateNow, isFirstLoan } = proposal.trackRecord;
  const facts = [
    ...(isFirstLoan ? [t('proposal.record.first')] : []),
    ...(repaid > 0
      ? [t('proposal.record.repaid', { count: repaid }), t('proposal.record.onTime', { count: onTime })]
      : []),
    ...(onChangedPlan > 0 ? [t('proposal.record.onChangedPlan', { count: onChangedPlan })] : []),
    // The page of a first loan says by itself that it runs or is late.
    ...(active > 0 && !isFirstLoan ? [t('proposal.record.active', { count: active })] : []),
    ...(lateNow > 0 && !isFirstLoan ? [t('proposal.record.lateNow', { count: lateNow })] : []),
  ];
  return <p className={className}>{format.joined(facts)}</p>;
}
