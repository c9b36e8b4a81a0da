import { formatReference } from '@sathi/domain/references.ts';
import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { type MoneyText, useMoneyText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChannelPanel } from './channel-panel.tsx';
import styles from './how-to-pay.module.css';
import { TellDialog } from './tell-dialog.tsx';
import type { Channel, Order } from './use-orders.ts';

/**
 * One sum for all that the reader owes an institution, the reference, and the ways to send it (R19.4, R19.5). `isAside` where
 * another act comes first.
 */
export function HowToPay({ order, isAside = false }: { order: Order; isAside?: boolean }) {
  const { t, format } = useMoneyText();
  const [isTelling, setTelling] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const { mfiName, amountDue, payBy, told, mayTell, payFirst, channels } = order;
  const channel = channels.find(({ accountId }) => accountId === chosen) ?? channels[0];
  return (
    <Stack>
      <p className={styles.due}>
        {payBy === null
          ? t('payIn.nothingDue')
          : t('payIn.due', { amount: format.money(amountDue), date: format.date(payBy) })}
      </p>
      {told && (
        <Banner tone="info" icon="clock" isAnnounced={false}>
          {t('payIn.told', { mfi: mfiName })}
        </Banner>
      )}
      {payFirst && (
        <Banner tone="warm" isAnnounced={false}>
          {t('payIn.payFirst')}
        </Banner>
      )}
      <Reference order={order} />
      {channel && (
        <Tabs
          label={t('payIn.channels')}
          tabs={channels.map((each) => ({ id: each.accountId, label: labelOf(each, channels, t) }))}
          selected={channel.accountId}
          onSelect={setChosen}
        >
          <ChannelPanel key={channel.accountId} order={order} channel={channel} />
        </Tabs>
      )}
      {channels.length === 0 && payBy !== null && <NoChannels mfiName={mfiName} />}
      {mayTell && (
        <Row>
          <Button
            {...help('tellPaid')}
            variant={isAside ? 'quiet' : 'primary'}
            icon="check"
            onClick={() => setTelling(true)}
          >
            {t('payIn.tell')}
          </Button>
        </Row>
      )}
      {isTelling && <TellDialog order={order} kind={channel?.kind} onClose={() => setTelling(false)} />}
    </Stack>
  );
}

/** Large and in fours, as it is read out and typed; the same for life. */
function Reference({ order: { reference, mfiName, payBy } }: { order: Order }) {
  const { t } = useMoneyText();
  return (
    <div className={styles.reference}>
      <p className={styles.label}>{t('payIn.reference')}</p>
      <p className={styles.digits}>
        <bdi dir="ltr">{formatReference(reference)}</bdi>
      </p>
      <CopyButton text={reference} label={t('payIn.copyReference')} />
      <p className={styles.hint}>
        {t(payBy === null ? 'payIn.keptReference' : 'payIn.referenceHint', { mfi: mfiName })}
      </p>
    </div>
  );
}

/** Of two of a kind the end of the number tells which. */
function labelOf({ kind, number }: Channel, channels: readonly Channel[], t: MoneyText['t']): string {
  const word = t(`payIn.kind.${kind}`);
  return channels.filter((other) => other.kind === kind).length === 1 ? word : `${word} …${number.slice(-4)}`;
}

function NoChannels({ mfiName }: { mfiName: string }) {
  const { t } = useMoneyText();
  return <EmptyState icon="bank" title={t('payIn.noChannels', { mfi: mfiName })} text={t('payIn.noChannelsText')} />;
}
