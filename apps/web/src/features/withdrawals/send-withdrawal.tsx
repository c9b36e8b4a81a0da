import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import stepTexts from 'virtual:texts/features/withdrawals/withdrawal-step-dialog.tsx';
import { demo } from '../../lib/demo-mode.ts';
import { call } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';

const WithdrawalStepDialog = lazyPart(() => import('./withdrawal-step-dialog.tsx'), stepTexts);

type Props = { proposalId: string; withdrawalId: string; mfiName: string; label: string };

/** The button of a queue: fetches where the money goes, then asks for the reference. */
export function SendWithdrawal({ proposalId, withdrawalId, mfiName, label }: Props) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const list = useQuery({
    queryKey: queryKeys.withdrawals(proposalId),
    queryFn: ({ signal }) => call('listWithdrawals', { query: { proposalId } }, { signal }),
    enabled: isOpen,
  });
  const withdrawal = list.data?.find(({ id }) => id === withdrawalId);
  return (
    <>
      <Button
        {...demo('moveWithdrawal')}
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
          <WithdrawalStepDialog withdrawal={withdrawal} step="sent" mfiName={mfiName} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
