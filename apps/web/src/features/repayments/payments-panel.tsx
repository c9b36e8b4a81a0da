import { Suspense, useState } from 'react';
import rejectTexts from 'virtual:texts/features/repayments/reject-payment-dialog.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import type { PaymentSubject } from './use-approve-payment.ts';

const RejectPaymentDialog = lazyPart(() => import('./reject-payment-dialog.tsx'), rejectTexts);

type Payment = DataOf<'listPayments'>[number];

const STATES: Record<Payment['state'], { word: TextKey; tone: Tone; icon: IconName }> = {
  pending: { word: 'money.payments.pending', tone: 'info', icon: 'clock' },
  approved: { word: 'money.payments.approved', tone: 'good', icon: 'check' },
  rejected: { word: 'money.payments.rejected', tone: 'bad', icon: 'ban' },
};

/** Every repayment that was entered, and for staff the decision on those that wait. */
export function PaymentsPanel({ proposal }: { proposal: ProposalSummary }) {
  const { t, format } = useText();
  const list = useList('listPayments', queryKeys.payments(proposal.id), { proposalId: proposal.id });
  const [rejecting, setRejecting] = useState<Payment | null>(null);
  const mayDecide = proposal.allowedActions.includes('decidePayment');
  const which = ({ amount, date }: Payment) => ({ amount: format.money(amount), date: format.date(date) });
  const decision = {
    header: t('money.payments.decision'),
    cell: (payment: Payment) =>
      payment.state === 'pending' && (
        <Row>
          <PaymentDecision
            subject={subjectOf(proposal, payment)}
            approveLabel={t('money.payments.approveWhich', which(payment))}
            rejectLabel={t('money.payments.rejectWhich', which(payment))}
            onReject={() => setRejecting(payment)}
          />
        </Row>
      ),
  };
  return (
    <Panel title={t('money.payments.title')}>
      {list.isError && !list.rows && <ErrorState onRetry={list.retry} />}
      {!list.rows && !list.isError && <Skeleton shape="box" />}
      {list.rows?.length === 0 && (
        <EmptyState icon="coins" title={t('money.payments.empty')} text={t('money.payments.emptyText')} />
      )}
      {list.rows && list.rows.length > 0 && (
        <DataTable
          caption={t('money.payments.caption')}
          rows={list.rows}
          rowKey={(payment) => payment.id}
          columns={[
            { header: t('money.date'), cell: (payment) => format.date(payment.date) },
            { header: t('money.amount'), cell: (payment) => format.money(payment.amount), numeric: true },
            { header: t('money.state'), cell: (payment) => <PaymentState payment={payment} /> },
            ...(mayDecide ? [decision] : []),
          ]}
        />
      )}
      <MoreButton list={list} />
      {rejecting && (
        <Suspense fallback={null}>
          <RejectPaymentDialog subject={subjectOf(proposal, rejecting)} onClose={() => setRejecting(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

function subjectOf({ id, mfiName, title }: ProposalSummary, payment: Payment): PaymentSubject {
  return { proposalId: id, mfiName, title, paymentId: payment.id, amount: payment.amount };
}

function PaymentState({ payment }: { payment: Payment }) {
  const { t, format } = useText();
  const { word, tone, icon } = STATES[payment.state];
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {t(word)}
      </Badge>
      {payment.reason && <p dir="auto">{t('money.payments.because', { reason: format.isolate(payment.reason) })}</p>}
    </>
  );
}
