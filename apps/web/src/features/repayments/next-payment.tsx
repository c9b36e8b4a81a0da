import { lazy, type ReactNode, Suspense } from 'react';
import { localFirst, sumFirstLocal } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { classes } from '../../ui/classes.ts';
import { Row, Stack } from '../../ui/page.tsx';
import { instalmentsOf } from './instalments.ts';
import { MonthDots } from './month-dots.tsx';
import { useNextInstalment } from './next-instalment.tsx';
import styles from './next-payment.module.css';
import { type Payment, PaymentState } from './payment-state.tsx';
import { PaymentReceiptButton } from './payment-receipt-button.tsx';
import { useHowToPay } from './use-how-to-pay.ts';

const HowToRepay = lazy(() => import('./how-to-repay.tsx'));

/** The borrower's running loan at a glance: the payment to come with its button, the months, the last payment. */
export function NextPayment({ proposal, actions }: { proposal: ProposalDetails; actions: ReactNode }) {
  const { t } = useText();
  const next = useNextInstalment(proposal);
  return (
    <Stack>
      {next ? (
        <div>
          <h2 className={styles.label}>{t('money.next.title')}</h2>
          <p className={styles.amount}>{next.amount}</p>
          <p className={classes(styles.when, next.isLate && styles.late)}>{next.when}</p>
          <Waiting proposal={proposal} />
        </div>
      ) : (
        <p className={styles.when}>{t('money.repay.nothingLeft')}</p>
      )}
      <div className={styles.actions}>{actions}</div>
      {proposal.loanReference !== null && next && (
        <Suspense fallback={null}>
          <HowToRepay proposal={proposal} />
        </Suspense>
      )}
      <MonthDots instalments={instalmentsOf(proposal)} currency={proposal.local?.currency ?? null} />
      <LastReminder proposal={proposal} />
      <LastPayment proposal={proposal} isWaitingSaid={next !== undefined && proposal.paymentWaiting !== null} />
    </Stack>
  );
}

/** Money that was paid and is with the office for less than a week, in place of late (R22.2). */
function Waiting({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const waiting = usePayments(proposal)?.filter(({ state }) => state === 'pending');
  const { paymentWaiting, pendingAmount, localPending, mfiName: mfi } = proposal;
  if (paymentWaiting === null) return null;
  const { amount: dollars, since } = paymentWaiting;
  // The sum of all waiting payments is known in the money of the loan; the sum of some, without an older one, only in
  // dollars.
  const only = waiting?.length === 1 && waiting[0]?.amount === dollars ? waiting[0] : null;
  const local = dollars === pendingAmount ? localPending : null;
  const amount = only ? sumFirstLocal(only, format) : localFirst(local, dollars, format);
  return <p>{t('money.next.waits', { amount, mfi, date: format.date(since) })}</p>;
}

function usePayments({ id: proposalId }: ProposalDetails): readonly Payment[] | undefined {
  return useList('listPayments', queryKeys.payments(proposalId), { proposalId }).rows;
}

/** The last reminder, so that a borrower knows that it is really from here (R27.4). */
function LastReminder({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const last = useHowToPay(proposal)?.reminders[0];
  if (last === undefined) return null;
  return <p>{t('money.next.reminded', { way: last.way, date: format.date(last.at) })}</p>;
}

/**
 * The last payment with its receipt and two days: when it was paid, which is when lateness stops, and when the office
 * decided (R22.7).
 */
function LastPayment({ proposal, isWaitingSaid }: { proposal: ProposalDetails; isWaitingSaid: boolean }) {
  const { t, format } = useText();
  const last = usePayments(proposal)?.[0];
  const whichOf = (paid: Payment) => ({ amount: sumFirstLocal(paid, format), date: format.date(paid.paidOn) });
  const receipt = last?.receipt && <PaymentReceiptButton receipt={last.receipt} />;
  if (isWaitingSaid && (last === undefined || last.state === 'pending')) return receipt ?? null;
  // The line is kept free for a payment that is being read, so that nothing jumps; a loan without one needs no line.
  if (last === undefined && proposal.paidAmount === 0 && proposal.pendingAmount === 0) return null;
  return (
    <div className={styles.last}>
      {last?.state === 'pending' ? (
        <Row>
          <span>
            {t('money.next.waits', { ...whichOf(last), date: format.date(last.date), mfi: proposal.mfiName })}
          </span>
          {receipt}
        </Row>
      ) : (
        last && (
          <Row>
            <span>{t('money.next.last', whichOf(last))}</span>
            <PaymentState payment={last} />
            {last.decidedAt && <span>{format.date(last.decidedAt)}</span>}
            {receipt}
          </Row>
        )
      )}
    </div>
  );
}
