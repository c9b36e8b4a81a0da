import { errorSentence } from '../../lib/error-sentence.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { useOrders } from './use-orders.ts';

/** {@link HowToPay} for a place that knows the institution alone: the order is looked up by its name. */
export default function HowToPayCard({ mfiName }: { mfiName: string }) {
  const { t } = useMoneyText();
  const orders = useOrders();
  const order = orders.rows?.find((each) => each.mfiName === mfiName);
  if (order) return <HowToPay order={order} isAside />;
  if (!orders.isError) return <Skeleton shape="box" />;
  return <ErrorState text={errorSentence(orders.error, t)} onRetry={orders.retry} />;
}
