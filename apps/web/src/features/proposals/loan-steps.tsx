import { isReleased } from '@sathi/domain/proposals.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Timeline } from '../../ui/timeline.tsx';

/** The way of every loan in the same five words; the first step that is not done is where it stands. */
export function LoanSteps({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useText();
  const status = statusOf(proposal);
  if (status === 'drafted') return null;
  const steps: readonly [TextKey, boolean][] = [
    ['proposal.step.checked', proposal.isMFIApproved],
    ['proposal.step.backed', status === 'backed' || isReleased(status)],
    ['proposal.step.released', isReleased(status)],
    ['proposal.step.sent', proposal.isMoneySent],
    ['proposal.step.payingBack', status === 'repaid'],
  ];
  const current = steps.findIndex(([, isDone]) => !isDone);
  return (
    <Timeline
      label={t('proposal.step.label')}
      isAcross
      steps={steps.map(([word, isDone], index) => ({
        title: t(word),
        state: isDone ? 'done' : index === current ? 'current' : 'upcoming',
      }))}
    />
  );
}
