import { OwnPayouts } from '../../features/withdrawals/own-payouts.tsx';
import { PayoutAccounts } from '../../features/withdrawals/payout-accounts.tsx';
import { Stack } from '../../ui/page.tsx';

/** The payouts that a person asked for, and the accounts that they go to. */
export default function PayoutsPart() {
  return (
    <Stack gap="loose">
      <OwnPayouts />
      <PayoutAccounts />
    </Stack>
  );
}
