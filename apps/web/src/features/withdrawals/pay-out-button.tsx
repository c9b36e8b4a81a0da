import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { PayOutDialog } from './pay-out-dialog.tsx';
import { PayoutAccountDialog } from './payout-account-dialog.tsx';

type Props = { credit: { mfiId: string; mfiName: string; amount: number } };

/** The way to have credit sent; before it a person names an account to send it to. */
export function PayOutButton({ credit }: Props) {
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
      {isOpen &&
        (accounts.length > 0 ? (
          <PayOutDialog credit={credit} accounts={accounts} onClose={close} />
        ) : (
          <PayoutAccountDialog onClose={close} />
        ))}
    </>
  );
}
