import { lazy, Suspense, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { Button } from '../../ui/button.tsx';

const PayOutDialog = lazy(() => import('./pay-out-dialog.tsx'));
const PayoutAccountDialog = lazy(() => import('./payout-account-dialog.tsx'));

type Props = { credit: { mfiId: string; mfiName: string; amount: number } };

/** The way to have credit sent; before it a person names an account to send it to. */
export default function PayOutButton({ credit }: Props) {
  const { t } = useMoneyText();
  const [isOpen, setOpen] = useState(false);
  const { rows: accounts } = useList('listPayoutAccounts', queryKeys.payoutAccounts, {});
  const close = () => setOpen(false);
  if (!accounts || credit.amount <= 0) return null;
  return (
    <>
      <Button
        {...help('payOut')}
        variant="quiet"
        icon="bank"
        aria-label={t('credit.payOutAt', { mfi: credit.mfiName })}
        onClick={() => setOpen(true)}
      >
        {t('credit.payOut')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          {accounts.length > 0 ? (
            <PayOutDialog credit={credit} accounts={accounts} onClose={close} />
          ) : (
            <PayoutAccountDialog onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
