import { formatReference, type Reference } from '@sathi/domain/references.ts';
import { useQuery } from '@tanstack/react-query';
import { localAmount } from '../../lib/local-amount.ts';
import { useMoneyText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './how-to-pay.module.css';

export type PayChannel = DataOf<'findHowToPay'>['channels'][number];
/** The picture of one way, which is asked for with the token of the payer. */
export type Code = { readonly key: readonly unknown[]; readonly read: (signal: AbortSignal) => Promise<Response> };

type Props = { reference: string; channel: PayChannel; code: Code };

/** One way to pay: the sum in its currency, to whom, the words of the institution, and a code for the payer's phone. */
export function ChannelPanel({ reference, channel, code }: Props) {
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
      <Picture reference={reference} channel={channel} code={code} />
    </div>
  );
}

/** The picture of a code, kept as text for when there is no network. */
function Picture({ reference, channel: { amount, currency }, code: { key, read } }: Props) {
  const { t, format } = useMoneyText();
  const code = useQuery({ queryKey: key, queryFn: async ({ signal }) => (await read(signal)).text() });
  if (code.data === undefined) return code.isPending ? <Skeleton shape="thumb" /> : <p>{t('payIn.qrOffline')}</p>;
  return (
    <figure className={styles.code}>
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(code.data)}`}
        alt={t('payIn.qr', {
          amount: localAmount({ amount, currency }, format),
          reference: formatReference(reference as Reference),
        })}
      />
      <figcaption>{t('payIn.qrHint')}</figcaption>
    </figure>
  );
}
