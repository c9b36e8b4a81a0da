import { CONFIRM_AFTER_DAYS, type WithdrawalStep } from '@sathi/domain/withdrawals.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import stepTexts from 'virtual:texts/features/withdrawals/withdrawal-step-dialog.tsx';
import { demo } from '../../lib/demo-mode.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-money-send.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { WithdrawalProgress } from './withdrawal-progress.tsx';

const WithdrawalStepDialog = lazyPart(() => import('./withdrawal-step-dialog.tsx'), stepTexts);

type Withdrawal = DataOf<'listWithdrawals'>[number];
type Props = { proposal: ProposalSummary; isOwner: boolean };

/** Where the borrower's money is on its way to them (R4.2), with the step that the reader may take. */
export function WithdrawalsPanel({ proposal, isOwner }: Props) {
  const { t, format } = useText();
  const [deciding, setDeciding] = useState<{ withdrawal: Withdrawal; step: WithdrawalStep } | null>(null);
  const list = useQuery({
    queryKey: queryKeys.withdrawals(proposal.id),
    queryFn: ({ signal }) => call('listWithdrawals', { query: { proposalId: proposal.id } }, { signal }),
  });
  const [latest, ...earlier] = list.data ?? [];
  const mayDecide = proposal.allowedActions.includes('decideWithdrawal');
  return (
    <Panel title={t('money.withdrawals.title')}>
      {list.isError && !list.data && <ErrorState onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton shape="box" />}
      {list.data?.length === 0 && (
        <EmptyState
          icon="wallet"
          title={t('money.withdrawals.empty', {
            amount: t('money.usd', { amount: format.money(proposal.fundedAmount) }),
          })}
          text={t(isOwner ? 'money.withdrawals.emptyOwner' : 'money.withdrawals.emptyStaff')}
        />
      )}
      {latest && (
        <Stack>
          <WithdrawalProgress withdrawal={latest} />
          {isOwner && latest.state === 'sent' && <ConfirmReceipt proposal={proposal} withdrawal={latest} />}
          {mayDecide && (
            <StaffSteps state={latest.state} onStep={(step) => setDeciding({ withdrawal: latest, step })} />
          )}
        </Stack>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>{t('money.withdrawals.earlier', { count: earlier.length })}</summary>
          <Stack gap="loose">
            {earlier.map((withdrawal) => (
              <WithdrawalProgress key={withdrawal.id} withdrawal={withdrawal} />
            ))}
          </Stack>
        </details>
      )}
      {deciding && (
        <Suspense fallback={null}>
          <WithdrawalStepDialog
            withdrawal={deciding.withdrawal}
            step={deciding.step}
            mfiName={proposal.mfiName}
            onClose={() => setDeciding(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function StaffSteps({ state, onStep }: { state: Withdrawal['state']; onStep: (step: WithdrawalStep) => void }) {
  const { t } = useText();
  if (state === 'sent') {
    return (
      <Row>
        <Button {...demo('moveWithdrawal')} variant="quiet" onClick={() => onStep('failed')}>
          {t('money.withdrawals.markFailed')}
        </Button>
      </Row>
    );
  }
  if (state !== 'requested') return null;
  return (
    <Row>
      <Button {...demo('moveWithdrawal')} variant="quiet" icon="check" onClick={() => onStep('sent')}>
        {t('money.withdrawals.markSent')}
      </Button>
      <Button {...demo('moveWithdrawal')} variant="plain" onClick={() => onStep('rejected')}>
        {t('money.withdrawals.reject')}
      </Button>
    </Row>
  );
}

function ConfirmReceipt({ proposal, withdrawal }: { proposal: ProposalSummary; withdrawal: Withdrawal }) {
  const { t, format } = useText();
  const confirm = useConfirm();
  const send = useMoneySend('updateWithdrawal', {
    invalidates: [queryKeys.proposal(proposal.id)],
    onSuccess: () => toast.success(t('money.withdrawals.confirmedToast')),
  });
  const ask = async () => {
    const message = t('money.withdrawals.confirmQuestion', {
      amount: t('money.usd', { amount: format.money(withdrawal.amount) }),
    });
    if (await confirm({ message, yes: t('money.withdrawals.received'), no: t('money.withdrawals.notYet') })) {
      send.mutate({ query: { id: withdrawal.id }, body: { state: 'confirmed' } });
    }
  };
  return (
    <>
      <Row>
        <Button
          {...demo('moveWithdrawal')}
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
