import { mayReverse as isInTime } from '@sathi/domain/repayments.ts';
import { lazy, Suspense, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CHANNEL_WORDS } from '../../lib/paid-how.ts';
import { PaymentDecision } from './payment-decision.tsx';
import { type Payment, PaymentState } from './payment-state.tsx';
import type { PaymentSubject } from './use-approve-payment.tsx';
import { PaymentReceiptButton } from './payment-receipt-button.tsx';
import { SlipButton } from '../files/slip-button.tsx';
import { ReversePaymentDialog } from './reverse-payment-dialog.tsx';
import { TakeBackButton } from './take-back-button.tsx';

const RejectPaymentDialog = lazy(() => import('./reject-payment-dialog.tsx'));

/** Every repayment entered, with the decision on waiting ones for staff, and a way back for those who entered one. */
export function PaymentList({ proposal }: { proposal: ProposalSummary }) {
  const { t, format } = useText();
  const list = useList('listPayments', queryKeys.payments(proposal.id), { proposalId: proposal.id });
  const [rejecting, setRejecting] = useState<Payment | null>(null);
  const [reversing, setReversing] = useState<Payment | null>(null);
  const mayDecide = proposal.allowedActions.includes('decidePayment');
  const sumOf = (payment: Payment) => sumFirstLocal(payment, format);
  const which = (payment: Payment) => ({ amount: sumOf(payment), date: format.date(payment.paidOn) });
  // Cash in a till has its receipt at once, and is decided with the till (R22.6).
  const isOpen = ({ state, receipt }: Payment) => mayDecide && state === 'pending' && receipt === null;
  const how = {
    header: t('money.payments.how'),
    cell: (payment: Payment) => <PaidHow payment={payment} slipLabel={t('money.payments.slipOf', which(payment))} />,
  };
  const isHowSaid = list.rows?.some(({ channel, reference, slip }) => channel ?? reference ?? slip) ?? false;
  const isReversible = useIsReversible(proposal);
  const decision = {
    header: t('money.payments.decision'),
    cell: (payment: Payment) => (
      <PaymentActs
        subject={subjectOf(proposal, payment)}
        which={which(payment)}
        mayTakeBack={payment.mayTakeBack}
        onReject={isOpen(payment) ? () => setRejecting(payment) : undefined}
        onReverse={isReversible(payment) ? () => setReversing(payment) : undefined}
      />
    ),
  };
  const isToDecide = list.rows?.some((payment) => isOpen(payment) || payment.mayTakeBack || isReversible(payment));
  return (
    <Stack>
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
          isDense
          columns={[
            { header: t('money.date'), cell: (payment) => format.date(payment.paidOn) },
            { header: t('money.amount'), cell: sumOf, numeric: true },
            ...(isHowSaid ? [how] : []),
            { header: t('money.state'), cell: (payment) => <StateAndReceipt payment={payment} /> },
            ...(isToDecide ? [decision] : []),
          ]}
        />
      )}
      <MoreButton list={list} />
      {reversing && (
        <ReversePaymentDialog subject={subjectOf(proposal, reversing)} onClose={() => setReversing(null)} />
      )}
      <Suspense fallback={null}>
        {rejecting && (
          <RejectPaymentDialog subject={subjectOf(proposal, rejecting)} onClose={() => setRejecting(null)} />
        )}
      </Suspense>
    </Stack>
  );
}

/** Tells the payments that this person may take back, by the time at which the list was opened. */
function useIsReversible({ allowedActions }: ProposalSummary) {
  const [openedAt] = useState(() => new Date());
  const mayReverse = allowedActions.includes('reversePayment');
  return ({ state, decidedAt }: Payment) =>
    mayReverse && state === 'approved' && decidedAt !== null && isInTime(new Date(decidedAt), openedAt);
}

function StateAndReceipt({ payment }: { payment: Payment }) {
  return (
    <Row>
      <PaymentState payment={payment} />
      {payment.receipt && <PaymentReceiptButton receipt={payment.receipt} />}
    </Row>
  );
}

type Acts = {
  subject: PaymentSubject;
  /** Tells it from others of the list. */
  which: { amount: string; date: string };
  mayTakeBack: boolean;
  onReject: (() => void) | undefined;
  onReverse: (() => void) | undefined;
};

function PaymentActs({ subject, which, mayTakeBack, onReject, onReverse }: Acts) {
  const { t } = useText();
  const takeBackLabel = t('money.payments.reverseWhich', which);
  return (
    <Row>
      {onReject && (
        <PaymentDecision
          subject={subject}
          approveLabel={t('money.payments.approveWhich', which)}
          rejectLabel={t('money.payments.rejectWhich', which)}
          onReject={onReject}
        />
      )}
      {mayTakeBack && <TakeBackButton subject={subject} label={takeBackLabel} />}
      {onReverse && <ReverseButton label={takeBackLabel} onClick={onReverse} />}
    </Row>
  );
}

function ReverseButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { t } = useText();
  return (
    <Button {...help('reversePayment')} small variant="plain" icon="undo" aria-label={label} onClick={onClick}>
      {t('money.payments.reverse')}
    </Button>
  );
}

/** The way of a payment, the number of the transfer and the slip, as its payer told them. */
function PaidHow({ payment: { channel, reference, slip }, slipLabel }: { payment: Payment; slipLabel: string }) {
  const { t } = useText();
  return (
    <Row>
      {channel !== null && <span>{t(CHANNEL_WORDS[channel])}</span>}
      {reference !== null && <bdi>{reference}</bdi>}
      {slip !== null && <SlipButton slip={slip} label={slipLabel} />}
    </Row>
  );
}

function subjectOf({ id, mfiName, title }: ProposalSummary, payment: Payment): PaymentSubject {
  const { amount, local, channel, reference, paidOn, slip } = payment;
  const hasSlip = slip !== null;
  return { proposalId: id, mfiName, title, paymentId: payment.id, amount, local, channel, reference, paidOn, hasSlip };
}
