import { useState } from 'react';
import { respond } from '../../lib/api.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import styles from '../how-to-pay/how-to-pay.module.css';
import { PayWays } from '../how-to-pay/pay-ways.tsx';
import { TellDialog } from './tell-dialog.tsx';
import type { Channel, Order } from './use-orders.ts';

/**
 * One sum for all that the reader owes an institution, the reference, and the ways to send it (R19.4, R19.5). `isAside` where
 * another act comes first.
 */
export function HowToPay({ order, isAside = false }: { order: Order; isAside?: boolean }) {
  const { t, format } = useMoneyText();
  const [isTelling, setTelling] = useState(false);
  const { mfiId, mfiName, reference, amountDue, payBy, told, mayTell, payFirst, channels, lacksRate } = order;
  const [seen, setSeen] = useState<Channel['kind'] | undefined>(channels[0]?.kind);
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
      <PayWays
        reference={reference}
        referenceHint={t(payBy === null ? 'payIn.keptReference' : 'payIn.referenceHint', { mfi: mfiName })}
        channels={channels}
        codeOf={({ accountId, amount }) => ({
          key: queryKeys.payInCode(mfiId, accountId, amount),
          read: (signal) => respond('readPayInCode', { query: { mfiId, accountId } }, { signal }),
        })}
        onSelect={({ kind }) => setSeen(kind)}
      />
      {channels.length === 0 && payBy !== null && <NoChannels mfiName={mfiName} lacksRate={lacksRate} />}
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
      {isTelling && <TellDialog order={order} kind={seen} onClose={() => setTelling(false)} />}
    </Stack>
  );
}

function NoChannels({ mfiName, lacksRate }: { mfiName: string; lacksRate: boolean }) {
  const { t } = useMoneyText();
  const title = t(lacksRate ? 'payIn.noRate' : 'payIn.noChannels', { mfi: mfiName });
  return <EmptyState icon="bank" title={title} text={t('payIn.noChannelsText')} />;
}
