import { CONFIRM_AFTER_DAYS } from '@sathi/domain/withdrawals.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { requestSum } from './request-sum.ts';
import { WithdrawalProgress } from './withdrawal-progress.tsx';
import { PayoutCare } from './payout-care.tsx';
import type { StaffStep } from './withdrawal-step-dialog.tsx';

const WithdrawalStepDialog = lazyDialog(() => import('./withdrawal-step-dialog.tsx'));

type Withdrawal = DataOf<'listWithdrawals'>[number];
type Props = { proposal: ProposalSummary; isOwner: boolean };

/** The borrower's money on its way to them (R4.2), with the step that the reader may take; one line once it is there. */
export function WithdrawalsPanel({ proposal, isOwner }: Props) {
  const text = useText();
  const { t, format } = text;
  const [deciding, setDeciding] = useState<{ withdrawal: Withdrawal; step: StaffStep } | null>(null);
  const list = useQuery({
    queryKey: queryKeys.withdrawals(proposal.id),
    queryFn: ({ signal }) => call('listWithdrawals', { query: { proposalId: proposal.id } }, { signal }),
  });
  const [latest, ...earlier] = list.data ?? [];
  const mayDecide = proposal.allowedActions.includes('decideWithdrawal');
  if (list.isPending) return <Skeleton shape="title" />;
  if (latest?.state === 'confirmed') {
    const facts = [t('money.withdrawals.title'), t('money.withdrawals.confirmed')];
    return (
      <Fold title={format.joined([...facts, ...(latest.confirmedAt ? [format.date(latest.confirmedAt)] : [])])}>
        <WithdrawalProgress withdrawal={latest} />
        <Earlier withdrawals={earlier} />
      </Fold>
    );
  }
  return (
    <Panel title={t('money.withdrawals.title')}>
      {list.isError && !list.data && <ErrorState onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState
          icon="wallet"
          title={t('money.withdrawals.empty', {
            amount: requestSum({ amount: proposal.fundedAmount, local: proposal.local }, text),
          })}
          text={t(isOwner ? 'money.withdrawals.emptyOwner' : 'money.withdrawals.emptyStaff')}
        />
      )}
      {latest && (
        <Stack>
          <WithdrawalProgress withdrawal={latest} />
          {isOwner && latest.state === 'requested' && <TakeBack withdrawal={latest} />}
          {isOwner && latest.state === 'sent' && <ConfirmReceipt proposal={proposal} withdrawal={latest} />}
          {mayDecide && (
            <StaffSteps
              withdrawal={latest}
              mfiId={proposal.mfiId}
              onStep={(step) => setDeciding({ withdrawal: latest, step })}
            />
          )}
        </Stack>
      )}
      <Earlier withdrawals={earlier} />
      {deciding && (
        <WithdrawalStepDialog
          withdrawal={deciding.withdrawal}
          step={deciding.step}
          mfi={{ id: proposal.mfiId, name: proposal.mfiName }}
          onClose={() => setDeciding(null)}
        />
      )}
    </Panel>
  );
}

function Earlier({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const { t } = useText();
  if (withdrawals.length === 0) return null;
  return (
    <details>
      <summary>{t('money.withdrawals.earlier', { count: withdrawals.length })}</summary>
      <Stack gap="loose">
        {withdrawals.map((withdrawal) => (
          <WithdrawalProgress key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </Stack>
    </details>
  );
}

type StaffStepsProps = { withdrawal: Withdrawal; mfiId: string; onStep: (step: StaffStep) => void };

function StaffSteps({ withdrawal, mfiId, onStep }: StaffStepsProps) {
  const { t } = useText();
  const { state, isResting, isStopped } = withdrawal;
  if (state === 'sent') {
    return (
      <Row>
        <Button {...help('moveWithdrawal')} variant="quiet" onClick={() => onStep('failed')}>
          {t('money.withdrawals.markFailed')}
        </Button>
      </Row>
    );
  }
  if (state !== 'requested') return null;
  return (
    <>
      {isStopped && (
        <Banner tone="bad" icon="lock" isAnnounced={false}>
          {t('money.withdrawals.stopped')}
        </Banner>
      )}
      <PayoutCare withdrawal={withdrawal} mfiId={mfiId} />
      <Row>
        {!isResting && !isStopped && (
          <Button {...help('moveWithdrawal')} variant="quiet" icon="check" onClick={() => onStep('sent')}>
            {t('money.withdrawals.markSent')}
          </Button>
        )}
        <Button {...help('moveWithdrawal')} variant="plain" onClick={() => onStep('rejected')}>
          {t('money.withdrawals.reject')}
        </Button>
      </Row>
    </>
  );
}

/** Before the money is sent, the owner may take the request back and name another account. */
function TakeBack({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useText();
  const confirm = useConfirm();
  const send = useMoneySend('updateWithdrawal', {
    invalidates: [queryKeys.proposal(withdrawal.proposalId)],
    onSuccess: () => toast.success(t('money.withdrawals.cancelledToast')),
  });
  const ask = async () => {
    const words = { message: t('money.withdrawals.cancelQuestion'), yes: t('money.withdrawals.cancel') };
    if (await confirm(words)) send.mutate({ query: { id: withdrawal.id }, body: { state: 'cancelled' } });
  };
  return (
    <>
      <Row>
        <Button {...help('moveWithdrawal')} variant="plain" busy={send.isPending} onClick={() => void ask()}>
          {t('money.withdrawals.cancel')}
        </Button>
        {withdrawal.notMeToken && (
          <LinkButton variant="plain" icon="alert-circle" href={paths.notMe(withdrawal.notMeToken)}>
            {t('money.withdrawals.notMe')}
          </LinkButton>
        )}
      </Row>
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
    </>
  );
}

function ConfirmReceipt({ proposal, withdrawal }: { proposal: ProposalSummary; withdrawal: Withdrawal }) {
  const text = useText();
  const { t } = text;
  const confirm = useConfirm();
  const send = useMoneySend('updateWithdrawal', {
    invalidates: [queryKeys.proposal(proposal.id)],
    onSuccess: () => toast.success(t('money.withdrawals.confirmedToast')),
  });
  const ask = async () => {
    const message = t('money.withdrawals.confirmQuestion', {
      amount: requestSum(withdrawal, text),
    });
    if (await confirm({ message, yes: t('money.withdrawals.received') })) {
      send.mutate({ query: { id: withdrawal.id }, body: { state: 'confirmed' } });
    }
  };
  return (
    <>
      <Row>
        <Button
          {...help('moveWithdrawal')}
          variant="quiet"
          icon="check"
          busy={send.isPending}
          onClick={() => void ask()}
        >
          {t('money.withdrawals.received')}
        </Button>
      </Row>
      <p>{t('money.withdrawals.confirmsItself', { count: CONFIRM_AFTER_DAYS })}</p>
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
    </>
  );
}
