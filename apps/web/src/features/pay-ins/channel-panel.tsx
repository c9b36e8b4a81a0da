import { formatReference } from '@sathi/domain/references.ts';
import { useQuery } from '@tanstack/react-query';
import { respond } from '../../lib/api.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './how-to-pay.module.css';
import type { Channel, Order } from './use-orders.ts';

type Props = { order: Order; channel: Channel };

/** One way to pay: the sum in its currency, to whom, the words of the institution, and a code for the payer's phone. */
export function ChannelPanel({ order, channel }: Props) {
  const { t, format } = useMoneyText();
  const { kind, currency, amount, holder, number, bankName, bic, lines } = channel;
  return (
    <div className={styles.channel}>
      <div className={styles.facts}>
        <h3 data-print="only">{t(`payIn.kind.${kind}`)}</h3>
        <ReviewList
          rows={[
            { label: t('payIn.amount'), value: localAmount({ amount, currency }, format) },
            { label: t('payIn.holder'), value: holder },
            ...(bankName ? [{ label: t('payIn.bankName'), value: bankName }] : []),
            { label: t('payIn.number'), value: <bdi dir="ltr">{number}</bdi> },
            ...(bic ? [{ label: t('payIn.bic'), value: <bdi dir="ltr">{bic}</bdi> }] : []),
          ]}
        />
        <CopyButton text={number.replaceAll(/\s/g, '')} label={t('payIn.copyNumber')} />
        {lines.map((line, index) => (
          <p key={index} dir="auto">
            {line}
          </p>
        ))}
      </div>
      <Code order={order} channel={channel} />
    </div>
  );
}

/** The picture is asked for with the token, and kept as text for when there is no network. */
function Code({ order: { mfiId, reference }, channel: { accountId, amount, currency } }: Props) {
  const { t, format } = useMoneyText();
  const code = useQuery({
    queryKey: queryKeys.payInCode(mfiId, accountId, amount),
    queryFn: async ({ signal }) => {
      const answer = await respond('readPayInCode', { query: { mfiId, accountId } }, { signal });
      return answer.text();
    },
  });
  if (code.data === undefined) return code.isPending ? <Skeleton shape="thumb" /> : <p>{t('payIn.qrOffline')}</p>;
  return (
    <figure className={styles.code}>
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(code.data)}`}
        alt={t('payIn.qr', {
          amount: localAmount({ amount, currency }, format),
          reference: formatReference(reference),
        })}
      />
      <figcaption>{t('payIn.qrHint')}</figcaption>
    </figure>
  );
}
