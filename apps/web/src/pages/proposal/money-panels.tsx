import { isReleased } from '@sathi/domain/proposals.ts';
import { lazy, Suspense, useState } from 'react';
import { PlanSentence } from '../../features/proposals/plan-sentence.tsx';
import { PaymentList } from '../../features/repayments/payment-list.tsx';
import { RepaymentPlan } from '../../features/repayments/repayment-plan.tsx';
import { TransactionList } from '../../features/repayments/transaction-list.tsx';
import { WithdrawalsPanel } from '../../features/withdrawals/withdrawals-panel.tsx';
import { downloadFile } from '../../lib/download.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BackersPart } from './backers-part.tsx';
import { type Reader, seesMoneyMove } from './reader.ts';

const StaffDefault = lazy(() => import('../../features/defaults/staff-default.tsx'));
const DefaultNote = lazy(() => import('../../features/defaults/default-note.tsx'));
const UndoRelease = lazy(() => import('../../features/release-undoings/undo-release.tsx'));
const MoreTime = lazy(() => import('../../features/proposals/more-time.tsx'));
const OwnBackings = lazy(() => import('../../features/investments/own-backings.tsx'));
const Forgive = lazy(() => import('../../features/forgiving/forgive.tsx'));
const StaffHardship = lazy(() => import('../../features/plans/staff-hardship.tsx'));
const Collector = lazy(() => import('../../features/mfis/collector.tsx'));
const PlanChanges = lazy(() => import('../../features/plans/plan-changes.tsx'));

type Tab = 'plan' | 'payments' | 'movements';
type Props = { proposal: ProposalDetails; reader: Reader };

/** The money of a proposal, for people signed in: on its way to the borrower, planned, paid back and moved; its backers. */
export default function MoneyPanels({ proposal, reader }: Props) {
  const { t } = useText();
  const isParty = reader === 'owner' || reader === 'staff';
  const status = statusOf(proposal);
  const withdrawals = isReleased(status) && isParty && (
    <WithdrawalsPanel proposal={proposal} isOwner={reader === 'owner'} />
  );
  const isPaymentFirst = mayDecidePayment(proposal);
  // Until the staff have sent the money, the rest of it does not concern them, and its panel is folded.
  const isPayoutAlone = reader === 'staff' && isReleased(status) && !proposal.isMoneySent && !isPaymentFirst;
  const title = t('money.panel.title');
  const tabs = <MoneyTabs proposal={proposal} reader={reader} />;
  return (
    <Stack>
      {proposal.allowedActions.includes('changePlan') && (
        <Suspense fallback={null}>
          <StaffHardship proposal={proposal} />
        </Suspense>
      )}
      {isInDoubt(proposal) && (
        <Suspense fallback={null}>
          {reader === 'staff' ? (
            <StaffDefault proposal={proposal} />
          ) : (
            <DefaultNote proposal={proposal} isOwner={reader === 'owner'} />
          )}
        </Suspense>
      )}
      {!isPaymentFirst && withdrawals}
      {seesMoneyMove(proposal, reader) &&
        (isPayoutAlone ? <Fold title={title}>{tabs}</Fold> : <Panel title={title}>{tabs}</Panel>)}
      {isPaymentFirst && withdrawals}
      {proposal.allowedActions.includes('undoRelease') && (
        <Suspense fallback={null}>
          <UndoRelease proposal={proposal} />
        </Suspense>
      )}
      {proposal.allowedActions.includes('extend') && (
        <Suspense fallback={null}>
          <MoreTime proposal={proposal} />
        </Suspense>
      )}
      {proposal.allowedActions.includes('cancelBacking') && (
        <Suspense fallback={null}>
          <OwnBackings proposal={proposal} />
        </Suspense>
      )}
      {status === 'funded' && proposal.allowedActions.includes('fillIn') && (
        <Suspense fallback={null}>
          <Collector proposal={proposal} />
        </Suspense>
      )}
      <BackersPart proposal={proposal} />
      {proposal.allowedActions.includes('forgive') && (
        <Suspense fallback={null}>
          <Forgive proposal={proposal} />
        </Suspense>
      )}
    </Stack>
  );
}

function MoneyTabs({ proposal, reader }: Props) {
  const { t } = useText();
  const [chosen, setChosen] = useState<Tab | null>(null);
  const isOwner = reader === 'owner';
  const status = statusOf(proposal);
  // Staff begin with the payments while one waits for them, and stay there when it is decided.
  if (chosen === null && mayDecidePayment(proposal)) setChosen('payments');
  const selected = chosen ?? 'plan';
  return (
    <div>
      <Tabs<Tab>
        label={t('money.panel.title')}
        tabs={[
          { id: 'plan', label: t('money.panel.plan') },
          ...(isReleased(status) ? [{ id: 'payments' as const, label: t('money.panel.payments') }] : []),
          { id: 'movements', label: t('money.panel.movements') },
        ]}
        selected={selected}
        onSelect={setChosen}
      >
        {selected === 'plan' && <Plan proposal={proposal} isBrief={isOwner && status === 'funded'} />}
        {selected === 'payments' && <PaymentList proposal={proposal} />}
        {selected === 'movements' && <TransactionList proposal={proposal} isOwner={isOwner} />}
      </Tabs>
    </div>
  );
}

/** The borrower's next payment and months stand at the top of the page. */
function Plan({ proposal, isBrief }: { proposal: ProposalDetails; isBrief: boolean }) {
  return (
    <Stack gap="tight">
      {isBrief && <PlanSentence proposal={proposal} />}
      <RepaymentPlan proposal={proposal} isWhole={!isBrief} />
      {isReleased(statusOf(proposal)) && (
        <Suspense fallback={null}>
          <PlanChanges proposal={proposal} />
        </Suspense>
      )}
      {statusOf(proposal) === 'funded' && <DueDays proposalId={proposal.id} />}
    </Stack>
  );
}

/** Offers the due days as a file, which the calendar of the device takes over. */
function DueDays({ proposalId }: { proposalId: string }) {
  const { t } = useText();
  const download = () => downloadFile('exportDueDays', { query: { proposalId } }, `sathi-${proposalId}.ics`);
  return (
    <Row>
      <DownloadButton download={download}>{t('money.panel.calendar')}</DownloadButton>
    </Row>
  );
}

function isInDoubt({ repaymentState, allowedActions }: ProposalDetails): boolean {
  return repaymentState === 'defaulted' || allowedActions.includes('confirmDefault');
}

function mayDecidePayment({ pendingAmount, allowedActions }: ProposalDetails): boolean {
  return pendingAmount > 0 && allowedActions.includes('decidePayment');
}
