import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.ts';

const WithdrawalStepDialog = lazy(() => import('./withdrawal-step-dialog.tsx'));

type Props = {
  proposalId: string;
  withdrawalId: string;
  mfi: { id: string; name: string };
  label: string;
  /** The time until which the money is not sent; null when it may be. */
  restsUntil: string | null;
  /** Payouts to this person are stopped. */
  isStopped: boolean;
};

/** The button of a queue: fetches where the money goes, then asks for the reference. */
export function SendWithdrawal({ proposalId, withdrawalId, mfi, label, restsUntil, isStopped }: Props) {
  const { t, format } = useStaffText();
  const { withdrawal, isBusy, problem, open, close } = useWaitingWithdrawal({
    proposalId,
    withdrawalId,
    mfiName: mfi.name,
  });
  if (isStopped) return <Link href={paths.mfiPayouts(mfi.name)}>{t('money.withdrawals.stopped')}</Link>;
  if (restsUntil !== null) return <p>{t('money.withdrawals.restsUntil', { date: format.dateTime(restsUntil) })}</p>;
  return (
    <>
      <Button
        {...help('moveWithdrawal')}
        small
        variant="quiet"
        icon="check"
        aria-label={label}
        busy={isBusy}
        onClick={() => void open()}
      >
        {t('money.withdrawals.markSent')}
      </Button>
      {problem && <FormError>{problem}</FormError>}
      {withdrawal && (
        <Suspense fallback={null}>
          <WithdrawalStepDialog withdrawal={withdrawal} step="sent" mfi={mfi} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

type Wanted = { proposalId: string; withdrawalId: string; mfiName: string };

/** Each press asks anew: one that failed, or found the request gone from the queue, says so and opens nothing. */
function useWaitingWithdrawal({ proposalId, withdrawalId, mfiName }: Wanted) {
  const { t } = useStaffText();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [withdrawal, setWithdrawal] = useState<DataOf<'listWithdrawals'>[number] | null>(null);
  const open = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const rows = await client.fetchQuery({
        queryKey: queryKeys.withdrawals(proposalId),
        queryFn: ({ signal }) => call('listWithdrawals', { query: { proposalId } }, { signal }),
        staleTime: 0,
      });
      const waiting = rows.find(({ id, state }) => id === withdrawalId && state === 'requested');
      setWithdrawal(waiting ?? null);
      if (waiting) return;
      toast.error(t('mfi.queues.notWaiting'));
      void client.invalidateQueries({ queryKey: queryKeys.mfiQueues(mfiName) });
    } catch (error) {
      setProblem(errorSentence(error, t));
    } finally {
      setBusy(false);
    }
  };
  return { withdrawal, isBusy, problem, open, close: () => setWithdrawal(null) };
}
