import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './portfolio.module.css';
import type { usePortfolioLoans } from './use-portfolio-loans.ts';

type Loan = DataOf<'listPortfolioLoans'>[number];

/** The loans the reader has money in, newest first, each with their own part. */
export function PortfolioLoans({ list }: { list: ReturnType<typeof usePortfolioLoans> }) {
  const { t, format } = useText();
  return (
    <Panel title={t('portfolio.loans.title')}>
      {!list.rows && <ErrorState onRetry={list.retry} />}
      {list.rows && (
        <DataTable
          caption={t('portfolio.loans.caption')}
          rows={list.rows}
          rowKey={({ proposal }) => proposal.id}
          columns={[
            { header: t('portfolio.loans.loan'), cell: (loan) => <About loan={loan} /> },
            { header: t('portfolio.loans.state'), cell: ({ proposal }) => <StatusBadge status={proposal.status} /> },
            { header: t('portfolio.lent'), cell: ({ lent }) => format.money(lent), numeric: true },
            { header: t('portfolio.cameBack'), cell: ({ cameBack }) => format.money(cameBack), numeric: true },
            { header: t('portfolio.stillOut'), cell: ({ stillOut }) => format.money(stillOut), numeric: true },
            { header: t('portfolio.loans.nextDue'), cell: (loan) => <NextDue loan={loan} />, numeric: true },
          ]}
        />
      )}
      <MoreButton list={list} />
    </Panel>
  );
}

function About({ loan: { proposal } }: { loan: Loan }) {
  return (
    <>
      <Link href={paths.proposal(proposal.mfiName, proposal.id)} className={styles.loan} dir="auto">
        {proposal.title}
      </Link>
      <p className={styles.who} dir="auto">
        {proposal.userName}
      </p>
    </>
  );
}

/** How late it is stands in words, not in colour alone. */
function NextDue({ loan: { nextDueOn, daysLate } }: { loan: Loan }) {
  const { t, format } = useText();
  if (nextDueOn === null) return null;
  return (
    <>
      {format.date(nextDueOn)}
      {daysLate > 0 && <p className={styles.late}>{t('portfolio.loans.late', { count: daysLate })}</p>}
    </>
  );
}
