import { CHAIN_TOKENS } from '@sathi/domain/chain-operations.ts';
import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { useStaffText } from '../../lib/text.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './chain.module.css';
import { localTokens } from './token-amount.ts';
import type { ChainAssets } from './use-chain.ts';
import { useNow } from './use-now.ts';

/** The six balances and the stake, each in its place while they are on their way. Greyed, with their age, when the chain is silent. */
export function Balances({ assets }: { assets: ChainAssets }) {
  const { t, format } = useStaffText();
  const { shown, isStale, problem } = assets;
  const figures = [
    ...CHAIN_TOKENS.map((token) => ({ label: token as string, units: shown?.balances[token] })),
    { label: t('chain.balances.stake'), units: shown?.stake },
  ];
  return (
    <Panel title={t('chain.balances.title')} aside={<ReadAt assets={assets} />}>
      <dl className={classes(styles.balances, isStale && styles.stale)}>
        {figures.map(({ label, units }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{units === undefined ? '–' : localTokens(BigInt(units), format)}</dd>
          </div>
        ))}
      </dl>
      {problem && (
        <p className={styles.problem} role="alert">
          <Icon name="alert-circle" />
          {problem}
        </p>
      )}
    </Panel>
  );
}

function ReadAt({ assets }: { assets: ChainAssets }) {
  const { t, format } = useStaffText();
  const now = useNow(MINUTE_MS / 2);
  if (!assets.shown) return null;
  if (!assets.own) return <span className={styles.note}>{t('chain.balances.samples')}</span>;
  const minutes = Math.max(0, Math.floor((now - assets.readAt) / MINUTE_MS));
  const time = format.time(new Date(assets.readAt).toISOString());
  return (
    <span className={styles.note}>
      {assets.isStale ? t('chain.balances.age', { minutes }) : t('chain.network.readAt', { time })}
    </span>
  );
}
