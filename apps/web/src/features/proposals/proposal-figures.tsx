import { isReleased } from '@sathi/domain/proposals.ts';
import { localFirst } from '../../lib/local-amount.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './proposal-figures.module.css';
import type { ProposalSummary } from '../../lib/wire.ts';

type Figure = { label: string; value: string };

/** The terms asked for, and the money so far as the status allows it to be shown (R11.1). */
export function ProposalFigures({ proposal }: { proposal: ProposalSummary }) {
  const figures = useFigures(proposal);
  const isLocal = proposal.local !== null || proposal.localAmount !== null;
  return (
    <div className={styles.frame}>
      <dl className={classes(styles.figures, figures.length === 4 && styles.four, isLocal && styles.local)}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function useFigures(proposal: ProposalSummary): Figure[] {
  const text = useText();
  const { t, format } = text;
  const asked: Figure[] = [
    { label: t('proposal.amount'), value: amountOf(proposal, text) },
    { label: t('proposal.monthsToRepay'), value: t('proposal.months', { count: proposal.monthsToRepay }) },
    { label: t('proposal.startDate'), value: format.date(proposal.startDate) },
  ];
  const status = statusOf(proposal);
  if (status === 'locked' || status === 'backed') {
    return [...asked, { label: t('proposal.collected'), value: format.money(proposal.collectedAmount) }];
  }
  if (!isReleased(status)) return asked;
  return [
    ...asked,
    { label: t('proposal.funded'), value: localFirst(proposal.local, proposal.fundedAmount, format) },
    { label: t('proposal.paid'), value: localFirst(proposal.localPaid, proposal.paidAmount, format) },
    {
      label: t('proposal.outstanding'),
      value: localFirst(proposal.localOutstanding, proposal.outstandingAmount, format),
    },
  ];
}

/** The sum that was asked; where its owner took a part, that part of it (R31.2). */
function amountOf({ amount, amountAsked, localAmount }: ProposalSummary, { t, format }: Text): string {
  const asked = localFirst(localAmount, amountAsked ?? amount, format);
  return amountAsked === null ? asked : t('proposal.ofAsked', { amount: format.money(amount), asked });
}
