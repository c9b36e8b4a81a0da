import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';

const WithdrawalStepDialog = lazy(() => import('./withdrawal-step-dialog.tsx'));

type Props = {
  proposalId: string;
  withdrawalId: string;
  mfi: { id: string; name: string };
  label: string;
  /** Until then nothing is sent; null when it may be. */
  restsUntil: string | null;
  /** Payouts to this person are stopped. */
  isStopped: boolean;
};

/** The button of a queue: fetches where the money goes, then asks for the reference. */
export function SendWithdrawal({ proposalId, withdrawalId, mfi, label, restsUntil, isStopped }: Props) {
  const { t, format } = useText();
  const [isOpen, setOpen] = useState(false);
  const list = useQuery({
    queryKey: queryKeys.withdrawals(proposalId),
    queryFn: ({ signal }) => call('listWithdrawals', { query: { proposalId } }, { signal }),
    enabled: isOpen,
  });
  if (isStopped) return <Link href={paths.mfiPayouts(mfi.name)}>{t('money.withdrawals.stopped')}</Link>;
  if (restsUntil !== null) return <p>{t('money.withdrawals.restsUntil', { date: format.dateTime(restsUntil) })}</p>;
  const withdrawal = list.data?.find(({ id }) => id === withdrawalId);
  return (
    <>
      <Button
        {...help('moveWithdrawal')}
        small
        variant="quiet"
        icon="check"
        aria-label={label}
        busy={isOpen && list.isLoading}
        onClick={() => setOpen(true)}
      >
        {t('money.withdrawals.markSent')}
      </Button>
      {isOpen && withdrawal && (
        <Suspense fallback={null}>
          <WithdrawalStepDialog withdrawal={withdrawal} step="sent" mfi={mfi} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
