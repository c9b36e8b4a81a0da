import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';

type Payout = DataOf<'listOwnPayouts'>[number];

const LOOKS = {
  requested: { word: 'money.withdrawals.requested', tone: 'warm' },
  sent: { word: 'money.withdrawals.sent', tone: 'warm' },
  confirmed: { word: 'money.withdrawals.confirmed', tone: 'good' },
  rejected: { word: 'money.withdrawals.rejected', tone: 'bad' },
  failed: { word: 'money.withdrawals.failed', tone: 'bad' },
  cancelled: { word: 'money.withdrawals.cancelled', tone: 'neutral' },
} as const;

/** The credit that a person asked out, and how far it came; nothing where nobody asked. */
export function OwnPayouts() {
  const { t, format } = useMoneyText();
  const payouts = useList('listOwnPayouts', queryKeys.ownPayouts, {});
  const { send, cancel, confirm } = useSteps();
  const { rows = [] } = payouts;
  if (rows.length === 0) return null;
  const step = (payout: Payout, word: string, act: () => void) => (
    <Button
      {...help('payOut')}
      small
      variant="quiet"
      busy={send.isPending}
      aria-label={format.joined([word, format.money(payout.amount), payout.mfiName])}
      onClick={act}
    >
      {word}
    </Button>
  );
  return (
    <Panel title={t('credit.payouts')}>
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      <DataTable
        isDense
        caption={t('credit.payouts')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('credit.payoutOf'),
            cell: ({ mfiName, requestedAt }) => format.joined([mfiName, format.date(requestedAt)]),
          },
          { header: t('credit.amount'), cell: ({ amount }) => format.money(amount), numeric: true },
          { header: t('payoutAccounts.sendTo'), cell: ({ last4 }) => format.isolate(`••••${last4}`) },
          {
            header: t('payoutAccounts.use'),
            cell: ({ state, payableFrom, reason }) => (
              <>
                <Badge tone={LOOKS[state].tone}>{t(LOOKS[state].word)}</Badge>
                {state === 'requested' && <div>{t('credit.payOutFrom', { date: format.dateTime(payableFrom) })}</div>}
                {reason !== null && <div dir="auto">{reason}</div>}
              </>
            ),
          },
          {
            header: t('credit.payoutStep'),
            cell: (payout) => {
              if (payout.state === 'requested' && !payout.inBatch) {
                return step(payout, t('money.withdrawals.cancel'), () => void cancel(payout));
              }
              if (payout.state !== 'sent') return null;
              return step(payout, t('credit.arrived'), () => void confirm(payout));
            },
          },
        ]}
      />
      <MoreButton list={payouts} />
    </Panel>
  );
}

/** The steps of the person, each after a question. */
function useSteps() {
  const { t, format } = useMoneyText();
  const ask = useConfirm();
  const send = useSend('updatePayout', { invalidates: [queryKeys.ownPayouts, queryKeys.portfolio, queryKeys.orders] });
  const cancel = async ({ id }: Payout) => {
    const yes = await ask({ message: t('money.withdrawals.cancelQuestion'), yes: t('money.withdrawals.cancel') });
    const onSuccess = () => toast.success(t('money.withdrawals.cancelledToast'));
    if (yes) send.mutate({ query: { id }, body: { state: 'cancelled' } }, { onSuccess });
  };
  const confirm = async ({ id, amount }: Payout) => {
    const message = t('money.withdrawals.confirmQuestion', { amount: format.money(amount) });
    const onSuccess = () => toast.success(t('money.withdrawals.confirmedToast'));
    const yes = await ask({ message, yes: t('money.withdrawals.received') });
    if (yes) send.mutate({ query: { id }, body: { state: 'confirmed' } }, { onSuccess });
  };
  return { send, cancel, confirm };
}
