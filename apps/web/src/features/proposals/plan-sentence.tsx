import { localFirst } from '../../lib/local-amount.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { monthAndYear } from '../../lib/time.ts';

/** "About $8.33 a month until May 2027" */
export function PlanSentence({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const { local } = proposal;
  const first = proposal.schedule[0];
  const last = proposal.schedule.at(-1);
  if (!first || !last) return null;
  const each = local && first.local && { amount: first.local.amount, currency: local.currency };
  return (
    <p>
      {t(proposal.schedule.length === 1 ? 'proposal.planOnce' : 'proposal.planMonthly', {
        amount: localFirst(each, first.amount, format),
        month: monthAndYear(last.dueOn, format),
      })}
    </p>
  );
}
