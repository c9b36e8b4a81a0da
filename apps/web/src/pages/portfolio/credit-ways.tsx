import { CreditActions } from '../../features/gifts/credit-actions.tsx';
import type { HeldCredit } from '../../features/gifts/use-campaign-options.ts';
import { PayOutButton } from '../../features/withdrawals/pay-out-button.tsx';

/** The three ways that credit may go: it is lent again, paid out or given away. */
export default function CreditWays({ credit }: { credit: HeldCredit }) {
  return <CreditActions credit={credit} payOut={<PayOutButton credit={credit} />} />;
}
