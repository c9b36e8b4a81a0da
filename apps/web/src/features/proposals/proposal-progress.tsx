import { isReleased } from '@sathi/domain/proposals.ts';
import { leastPart } from '../../lib/least-part.ts';
import { localAmount, localFirst } from '../../lib/local-amount.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { useSession } from '../../lib/session.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { daysUntil } from '../../lib/time.ts';

/** How far a loan has come: backed before the release, paid back after it. A draft has not started. */
export function ProposalProgress({ proposal }: { proposal: ProposalSummary }) {
  const text = useText();
  const { user, isStaff } = useSession();
  const status = statusOf(proposal);
  if (status === 'drafted') return null;
  return (
    <ProgressBar
      value={isReleased(status) ? proposal.paidAmount : proposal.currentBalance}
      max={isReleased(status) ? proposal.fundedAmount : proposal.amount}
      sentence={progressSentence(proposal, text, { isOwner: user?.id === proposal.userId, isStaff })}
    />
  );
}

/** "$140 of $400 · 6 backers · 9 days left" */
export function progressSentence(
  proposal: ProposalSummary,
  { t, format }: Text,
  { isOwner = false, isStaff = false } = {},
): string {
  const { backersCount: count } = proposal;
  const backers = count === 0 && !isOwner ? t('proposal.beTheFirst') : t('proposal.backers', { count });
  const status = statusOf(proposal);
  if (isReleased(status)) {
    const { local, localPaid } = proposal;
    const values = {
      paid: localPaid ? localAmount(localPaid, format) : format.money(proposal.paidAmount),
      funded: localFirst(local, proposal.fundedAmount, format),
    };
    const parts = [t('proposal.paidOfFunded', values)];
    if (proposal.forgivenAmount > 0) {
      parts.push(t('money.backers.forgiven', { amount: format.money(proposal.forgivenAmount) }));
    }
    return format.joined([...parts, backers]);
  }
  const values = { collected: format.money(proposal.currentBalance), amount: format.money(proposal.amount) };
  const parts = [t('proposal.collectedOfAmount', values), backers];
  if (status !== 'backed' && proposal.fundingDeadline) {
    parts.push(timeLeft(proposal.fundingDeadline, t));
    // Staff read it on the page of the loan; their card has no line to spare.
    if (proposal.acceptPartial && !isStaff)
      parts.push(t('proposal.fromOn', { from: format.money(leastPart(proposal)) }));
  }
  return format.joined(parts);
}

/** "9 days left" */
export function timeLeft(deadline: string, t: Text['t']): string {
  const days = daysUntil(deadline);
  if (days < 0) return t('proposal.fundingEnded');
  return days === 0 ? t('proposal.lastDay') : t('proposal.daysLeft', { count: days });
}
