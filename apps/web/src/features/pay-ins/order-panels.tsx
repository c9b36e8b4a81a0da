import { formatReference } from '@sathi/domain/references.ts';
import { type ReactNode, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { useMoneyText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PayWithCreditDialog } from './pay-with-credit-dialog.tsx';
import styles from './order-panels.module.css';
import type { Order } from './use-orders.ts';

type Credit = DataOf<'findPortfolio'>['credits'][number];
type Props = {
  orders: readonly Order[];
  credits: readonly Credit[];
  /** The actions on credit that an institution holds. */
  actionsOf: (credit: Credit & { mfiId: string; mfiName: string }) => ReactNode;
};

/** The sums still to pay, and the credit that institutions hold, each by institution. At trust there is one credit. */
export function OrderPanels({ orders, credits, actionsOf }: Props) {
  const { t, format } = useMoneyText();
  const due = orders.filter(({ payBy }) => payBy !== null);
  const isHeld = credits.some(({ mfiId }) => mfiId !== null);
  return (
    <>
      {due.length > 0 && (
        <Panel title={t('payIn.awaited')}>
          <ul className={styles.list}>
            {due.map((order) => (
              <li key={order.mfiId} className={styles.order}>
                <Due order={order} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {isHeld && (
        <Panel title={t('payIn.credits')}>
          <dl className={styles.list}>
            {credits.map((credit) => {
              const { mfiId, mfiName, amount } = credit;
              return (
                <div key={mfiId} className={styles.credit}>
                  <dt>{mfiName === null ? t('payIn.commonCredit') : t('payIn.creditWith', { mfi: mfiName })}</dt>
                  <dd className={styles.figure}>
                    {amount < 0 ? t('portfolio.belowZero', { amount: format.money(-amount) }) : format.money(amount)}
                  </dd>
                  {mfiId !== null && mfiName !== null && (
                    <dd className={styles.actions}>{actionsOf({ ...credit, mfiId, mfiName })}</dd>
                  )}
                </div>
              );
            })}
          </dl>
        </Panel>
      )}
    </>
  );
}

function Due({ order }: { order: Order }) {
  const { t, format } = useMoneyText();
  const [isPaying, setPaying] = useState(false);
  const { mfiName, reference, amountDue, payBy, credit, told } = order;
  return (
    <Stack gap="tight">
      <p className={styles.figure}>{t('payIn.toOther', { amount: format.money(amountDue), mfi: mfiName })}</p>
      <p className={styles.about}>
        {format.joined([
          ...(payBy === null ? [] : [t('payIn.itemDue', { date: format.date(payBy) })]),
          t('payIn.awaitedRow', { reference: formatReference(reference) }),
        ])}
      </p>
      {told && <p className={styles.about}>{t('payIn.told', { mfi: mfiName })}</p>}
      <Row>
        <LinkButton icon="bank" href={paths.howToPay(mfiName)}>
          {t('payIn.open', { mfi: mfiName })}
        </LinkButton>
        {credit > 0 && (
          <Button {...help('payWithCredit')} variant="quiet" icon="wallet" onClick={() => setPaying(true)}>
            {t('payIn.payWithCreditAt', { mfi: mfiName })}
          </Button>
        )}
      </Row>
      {isPaying && <PayWithCreditDialog order={order} onClose={() => setPaying(false)} />}
    </Stack>
  );
}
