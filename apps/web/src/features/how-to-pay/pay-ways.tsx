import { formatReference, type Reference } from '@sathi/domain/references.ts';
import { useState } from 'react';
import { type MoneyText, useMoneyText } from '../../lib/text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChannelPanel, type Code, type PayChannel } from './channel-panel.tsx';
import styles from './how-to-pay.module.css';

type Props = {
  reference: string;
  /** The place where the reference is written, and how long it stays. */
  referenceHint: string;
  channels: readonly PayChannel[];
  codeOf: (channel: PayChannel) => Code;
  /** The way that the payer looks at. */
  onSelect?: (channel: PayChannel) => void;
};

/** How to pay, for backers and borrowers: the reference, and one tab for each way to send money with it (R19.4, R19.6). */
export function PayWays({ reference, referenceHint, channels, codeOf, onSelect }: Props) {
  const { t } = useMoneyText();
  const [chosen, setChosen] = useState<string | null>(null);
  const channel = channels.find(({ accountId }) => accountId === chosen) ?? channels[0];
  const select = (accountId: string) => {
    setChosen(accountId);
    const selected = channels.find((each) => each.accountId === accountId);
    if (selected) onSelect?.(selected);
  };
  return (
    <>
      <div className={styles.reference}>
        <p className={styles.label}>{t('payIn.reference')}</p>
        <p className={styles.digits}>
          <bdi dir="ltr">{formatReference(reference as Reference)}</bdi>
        </p>
        <CopyButton text={reference} label={t('payIn.copyReference')} />
        <p className={styles.hint}>{referenceHint}</p>
      </div>
      {channel && (
        <Tabs
          label={t('payIn.channels')}
          tabs={channels.map((each) => ({ id: each.accountId, label: labelOf(each, channels, t) }))}
          selected={channel.accountId}
          onSelect={select}
        >
          <ChannelPanel key={channel.accountId} reference={reference} channel={channel} code={codeOf(channel)} />
        </Tabs>
      )}
    </>
  );
}

/** The label of a way to pay; the end of the number tells two of a kind apart. */
function labelOf({ kind, number }: PayChannel, channels: readonly PayChannel[], t: MoneyText['t']): string {
  const word = t(`payIn.kind.${kind}`);
  return channels.filter((other) => other.kind === kind).length === 1 ? word : `${word} …${number.slice(-4)}`;
}
