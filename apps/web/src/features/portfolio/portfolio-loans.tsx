import { paths } from '../../lib/paths.ts';
import { statusBadge } from '../../lib/proposal-status.ts';
import { type Text, useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Rows, type TwoLines } from '../../ui/rows.tsx';
import styles from './portfolio.module.css';
import type { usePortfolioLoans } from './use-portfolio-loans.ts';

type Loan = DataOf<'listPortfolioLoans'>[number];

/** The loans the reader has money in, newest first, each with their own part. */
export function PortfolioLoans({ list }: { list: ReturnType<typeof usePortfolioLoans> }) {
  const text = useText();
  const { t } = text;
  return (
    <Panel title={t('portfolio.loans.title')}>
      {list.rows ? (
        <Rows label={t('portfolio.loans.caption')} rows={list.rows.map((loan) => rowOf(loan, text))} />
      ) : (
        <ErrorState onRetry={list.retry} />
      )}
      <MoreButton list={list} />
    </Panel>
  );
}

/** The fate of the own part so far. */
function endOf({ cameBack, lost, forgiven }: Loan, { t, format }: Text) {
  const words = [
    cameBack > 0 && t('portfolio.loans.back', { amount: format.money(cameBack) }),
    lost > 0 && t('portfolio.loans.lost', { amount: format.money(lost) }),
    forgiven > 0 && t('portfolio.loans.forgiven', { amount: format.money(forgiven) }),
  ].filter((word) => word !== false);
  return words.length > 0 && format.joined(words);
}

/** How late a loan is stands in words, not in colour alone. Its next day says that it is paid back. */
function rowOf(loan: Loan, text: Text): TwoLines {
  const { proposal, lent, nextDueOn, daysLate } = loan;
  const { t, format } = text;
  const isWrittenOff = proposal.closedReason === 'written_off';
  const state = isWrittenOff ? t('proposal.writtenOff') : statusBadge(proposal, text, 'other').children;
  return {
    key: proposal.id,
    href: paths.proposal(proposal.mfiName, proposal.id),
    title: proposal.title,
    figure: format.money(lent),
    about:
      daysLate > 0 ? (
        <span className={styles.late}>{t('portfolio.loans.late', { count: daysLate })}</span>
      ) : nextDueOn === null ? (
        state
      ) : (
        t('portfolio.loans.nextOn', { date: format.date(nextDueOn) })
      ),
    note: endOf(loan, text),
  };
}
