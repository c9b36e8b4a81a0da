import { type TextKey, useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { IconName } from '../../ui/icon.tsx';
import styles from './repayment-plan.module.css';
import { monthAndYear } from './time.ts';

type Instalment = ProposalDetails['schedule'][number];

const STATE: Record<Instalment['state'], { text: TextKey; tone: Tone; icon: IconName }> = {
  paid: { text: 'proposal.instalment.paid', tone: 'good', icon: 'check' },
  late: { text: 'proposal.instalment.late', tone: 'warm', icon: 'alert-circle' },
  due: { text: 'proposal.instalment.due', tone: 'info', icon: 'clock' },
  upcoming: { text: 'proposal.instalment.upcoming', tone: 'neutral', icon: 'calendar' },
};

/** The monthly plan: before the release a preview as if it began today, afterwards what is due and paid (R8.4). */
export function RepaymentPlan({ proposal }: { proposal: ProposalDetails }) {
  const { t, format, locale } = useText();
  const first = proposal.schedule[0];
  const last = proposal.schedule.at(-1);
  if (!first || !last) return null;
  const isPreview = proposal.status < 5;
  const state = (instalment: Instalment) => {
    const { text, tone, icon } = STATE[instalment.state];
    return (
      <Badge tone={tone} icon={icon}>
        {t(text)}
      </Badge>
    );
  };
  return (
    <Card as="section" padded labelledBy="repayment-plan" className={styles.plan}>
      <h2 id="repayment-plan">{t('proposal.plan.heading')}</h2>
      <p className={styles.sentence}>
        {t(proposal.schedule.length === 1 ? 'proposal.planOnce' : 'proposal.planMonthly', {
          amount: format.money(first.amount),
          month: monthAndYear(last.dueOn, locale),
        })}
      </p>
      {isPreview && <p className={styles.note}>{t('proposal.plan.preview')}</p>}
      <details className={styles.details}>
        <summary>{t('proposal.plan.showAll', { count: proposal.schedule.length })}</summary>
        <DataTable
          caption={t('proposal.plan.heading')}
          rows={proposal.schedule}
          rowKey={({ number }) => String(number)}
          columns={[
            { header: t('proposal.plan.number'), cell: ({ number }) => format.number(number) },
            { header: t('proposal.plan.dueOn'), cell: ({ dueOn }) => format.date(dueOn) },
            { header: t('proposal.plan.amount'), cell: ({ amount }) => format.money(amount), numeric: true },
            ...(isPreview ? [] : [{ header: t('proposal.plan.state'), cell: state }]),
          ]}
        />
      </details>
    </Card>
  );
}
