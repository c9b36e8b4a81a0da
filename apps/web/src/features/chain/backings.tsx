import { useStaffText } from '../../lib/text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import styles from './chain.module.css';
import { tokenAmount } from './token-amount.ts';
import type { ChainAssets } from './use-chain.ts';

/** The person's address on the chain and the sample proposals that it backs. Nothing while neither is known. */
export function Backings({ assets: { own } }: { assets: ChainAssets }) {
  const text = useStaffText();
  const { t } = text;
  if (own === null) return null;
  const rows = own.proposals.flatMap(({ title, backed }) =>
    backed ? [{ label: title, value: tokenAmount(BigInt(backed.amount), backed.token, text) }] : [],
  );
  return (
    <>
      <Panel title={t('chain.balances.backings')}>
        {rows.length > 0 ? <ReviewList rows={rows} /> : <p>{t('chain.balances.noBackings')}</p>}
      </Panel>
      <Panel title={t('chain.balances.address')}>
        <p className={styles.hash} dir="ltr">
          {own.publicAddress}
        </p>
      </Panel>
    </>
  );
}
