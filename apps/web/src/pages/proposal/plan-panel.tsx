import { RepaymentPlan } from '../../features/repayments/repayment-plan.tsx';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Panel } from '../../ui/panel.tsx';

/** The plan alone, for readers who see no payments. */
export function PlanPanel({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useText();
  return (
    <Panel title={t('proposal.plan.heading')}>
      <RepaymentPlan proposal={proposal} />
    </Panel>
  );
}
