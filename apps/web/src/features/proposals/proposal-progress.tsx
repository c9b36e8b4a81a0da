import { type Text, useText } from '../../lib/text.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { daysUntil } from './time.ts';

/** How far a loan has come: backed before the release, paid back after it. A draft has not started. */
export function ProposalProgress({ proposal }: { proposal: ProposalSummary }) {
  const text = useText();
  if (proposal.status === 1) return null;
  const isReleased = proposal.status >= 5;
  return (
    <ProgressBar
      value={isReleased ? proposal.paidAmount : proposal.currentBalance}
      max={isReleased ? proposal.fundedAmount : proposal.amount}
      sentence={progressSentence(proposal, text)}
    />
  );
}

/** "$140 of $400 · 6 backers · 9 days left" */
export function progressSentence(proposal: ProposalSummary, { t, format }: Text): string {
  const backers = t('proposal.backers', { count: proposal.backersCount });
  if (proposal.status >= 5) {
    const values = { paid: format.money(proposal.paidAmount), funded: format.money(proposal.fundedAmount) };
    return [t('proposal.paidOfFunded', values), backers].join(' · ');
  }
  const values = { collected: format.money(proposal.currentBalance), amount: format.money(proposal.amount) };
  const parts = [t('proposal.collectedOfAmount', values), backers];
  if (proposal.status < 4 && proposal.fundingDeadline) parts.push(timeLeft(proposal.fundingDeadline, t));
  return parts.join(' · ');
}

/** "9 days left" */
export function timeLeft(deadline: string, t: Text['t']): string {
  const days = daysUntil(deadline);
  if (days < 0) return t('proposal.fundingEnded');
  return days === 0 ? t('proposal.lastDay') : t('proposal.daysLeft', { count: days });
}
