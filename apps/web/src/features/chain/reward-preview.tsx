import type { ActionToken, ChainAction } from '@sathi/domain/chain-operations.ts';
import { removedBackerRewardUnits, unbackRewards, unstakeRewardUnits } from '@sathi/domain/chain-rewards.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { Sample } from './actions.ts';
import styles from './chain.module.css';
import { tokenAmount } from './token-amount.ts';

type Props = { action: ChainAction; units: bigint; token: ActionToken; sample: Sample | undefined };

/** The reward of unstaking or unbacking this much, by the rule that the chain pays by (decision 25). */
export function RewardPreview({ action, units, token, sample }: Props) {
  const text = useStaffText();
  const { t } = text;
  const amount = tokenAmount(units, token, text);
  if (action === 'unstake') {
    const dln = tokenAmount(unstakeRewardUnits(units), 'DLN', text);
    return <p className={styles.preview}>{t('chain.unstake.preview', { amount, dln })}</p>;
  }
  if (action !== 'unback') return null;
  const { dlnUnits, dlngUnits } = unbackRewards(units);
  const dln = tokenAmount(dlnUnits, 'DLN', text);
  const dlng = tokenAmount(dlngUnits, 'DLNG', text);
  const isEverything = sample?.backed?.token === token && BigInt(sample.backed.amount) === units;
  return (
    <div className={styles.preview}>
      <p>{t('chain.unback.preview', { amount, dln, dlng })}</p>
      {isEverything && (
        <p>
          {t('chain.unback.previewAll', {
            amount,
            months: t('chain.samples.monthCount', { months: sample.monthsToRepay }),
            dln: tokenAmount(removedBackerRewardUnits(units, sample.monthsToRepay), 'DLN', text),
          })}
        </p>
      )}
    </div>
  );
}
