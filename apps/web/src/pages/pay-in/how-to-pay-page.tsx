import { HowToPay } from '../../features/pay-ins/how-to-pay.tsx';
import styles from '../../features/how-to-pay/how-to-pay.module.css';
import { type Order, useOrders } from '../../features/pay-ins/use-orders.ts';
import { help } from '../../lib/help-mode.ts';
import { mfiNameOf, paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The reader's debt to one institution and where to send it; also without a network, and on paper for its office. */
export default function HowToPayPage() {
  const { t } = useMoneyText();
  const mfiName = useMfiName();
  const orders = useOrders();
  const order = orders.rows?.find((each) => mfiNameOf(each.mfiName) === mfiName);
  const others = orders.rows?.filter((each) => each !== order && each.payBy !== null) ?? [];
  return (
    <Page title={order ? t('payIn.open', { mfi: order.mfiName }) : t('payIn.title')} width="reading" heading={!order}>
      <Stack>
        {order && <Slip order={order} />}
        {!orders.rows && (orders.isError ? <ErrorState onRetry={orders.retry} /> : <Skeleton shape="box" />)}
        {orders.rows && !order && others.length === 0 && <NothingToPay mfiName={mfiName} />}
        {others.length > 0 && <Others orders={others} />}
      </Stack>
    </Page>
  );
}

function Slip({ order }: { order: Order }) {
  const { t } = useMoneyText();
  const { user } = useSession();
  return (
    <>
      <div className={styles.slip}>
        <Stack gap="tight">
          <h1>{t('payIn.open', { mfi: order.mfiName })}</h1>
          <p data-print="only" dir="auto">
            {user?.firstName} {user?.lastName}
          </p>
          <Card padded>
            <HowToPay order={order} />
          </Card>
        </Stack>
      </div>
      {order.items.length > 0 && <Items order={order} />}
      <Row>
        <Button {...help('print')} variant="quiet" onClick={() => window.print()}>
          {t('payIn.print')}
        </Button>
      </Row>
    </>
  );
}

/** The loans that the one sum is for. */
function Items({ order: { items, mfiName } }: { order: Order }) {
  const { t, format } = useMoneyText();
  return (
    <div data-print="never">
      <Panel title={t('payIn.items')}>
        <Rows
          label={t('payIn.items')}
          rows={items.map(({ investmentId, proposalId, title, amount, unpaid, payBy }) => ({
            key: investmentId,
            href: paths.proposal(mfiName, proposalId),
            title,
            figure: format.money(unpaid),
            about: t('payIn.itemDue', { date: format.date(payBy) }),
            note: unpaid < amount && t('payIn.ofAmount', { amount: format.money(amount) }),
          }))}
        />
      </Panel>
    </div>
  );
}

function Others({ orders }: { orders: readonly Order[] }) {
  const { t, format } = useMoneyText();
  return (
    <div data-print="never">
      <Panel title={t('payIn.others')}>
        <Row>
          {orders.map(({ mfiId, mfiName, amountDue }) => (
            <LinkButton key={mfiId} variant="quiet" icon="bank" href={paths.howToPay(mfiName)}>
              {t('payIn.toOther', { amount: format.money(amountDue), mfi: mfiName })}
            </LinkButton>
          ))}
        </Row>
      </Panel>
    </div>
  );
}

function NothingToPay({ mfiName }: { mfiName: string }) {
  const { t } = useMoneyText();
  return (
    <EmptyState
      icon="check-circle"
      title={t('payIn.none')}
      text={t('payIn.noneText')}
      action={<LinkButton href={paths.invest(mfiName)}>{t('portfolio.findLoan')}</LinkButton>}
    />
  );
}
