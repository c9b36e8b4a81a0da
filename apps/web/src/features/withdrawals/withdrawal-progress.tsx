import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { type Step, Timeline } from '../../ui/timeline.tsx';
import { requestSum } from './request-sum.ts';
import { METHODS } from './withdrawal-details.ts';

type Withdrawal = DataOf<'listWithdrawals'>[number];

/** One request: where the money goes, and its way there. */
export function WithdrawalProgress({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useText();
  const { t } = text;
  const { words } = METHODS[withdrawal.method];
  const isOver = withdrawal.state === 'rejected' || withdrawal.state === 'failed';
  return (
    <Stack>
      {isOver && (
        <Banner tone="bad" icon="alert-circle">
          {t(withdrawal.state === 'failed' ? 'money.withdrawals.failedBecause' : 'money.withdrawals.rejectedBecause', {
            reason: withdrawal.reason ?? '–',
          })}{' '}
          {t('money.withdrawals.askAgain')}
        </Banner>
      )}
      {withdrawal.isDisowned && (
        <Banner tone="bad" icon="alert-circle">
          {t('money.withdrawals.disowned')}
        </Banner>
      )}
      <ReviewList
        rows={[
          { label: t('money.amount'), value: requestSum(withdrawal, text) },
          { label: t('money.withdraw.method'), value: t(words.name) },
          { label: t(words.accountName), value: withdrawal.accountName },
          { label: t(words.accountNumber), value: <bdi dir="ltr">{withdrawal.accountNumber}</bdi> },
          ...(withdrawal.bankName ? [{ label: t('money.withdraw.bankName'), value: withdrawal.bankName }] : []),
          ...(withdrawal.branch ? [{ label: t('money.withdraw.branch'), value: withdrawal.branch }] : []),
        ]}
      />
      <Timeline label={t('money.withdrawals.progress')} steps={useSteps(withdrawal)} />
    </Stack>
  );
}

function useSteps(withdrawal: Withdrawal): Step[] {
  const { state, requestedAt, payableFrom, isResting, sentAt, confirmedAt, bankReference } = withdrawal;
  const { t, format } = useText();
  const requested: Step = {
    title: t('money.withdrawals.requested'),
    detail: format.dateTime(requestedAt),
    state: 'done',
  };
  const sentDetail = [
    ...(sentAt ? [format.dateTime(sentAt)] : []),
    ...(bankReference ? [t('money.withdrawals.reference', { reference: bankReference })] : []),
  ];
  const sent = { title: t('money.withdrawals.sent'), detail: format.joined(sentDetail) };
  const restsUntil = (at: string) => t('money.withdrawals.restsUntil', { date: format.dateTime(at) });
  const confirmed = { title: t('money.withdrawals.confirmed'), detail: confirmedAt && format.dateTime(confirmedAt) };
  switch (state) {
    case 'requested':
      return [
        requested,
        { title: sent.title, detail: isResting && restsUntil(payableFrom), state: 'waiting' },
        { title: confirmed.title, state: 'upcoming' },
      ];
    case 'cancelled':
      return [requested, { title: t('money.withdrawals.cancelled'), state: 'done' }];
    case 'sent':
      return [requested, { ...sent, state: 'done' }, { title: confirmed.title, state: 'waiting' }];
    case 'confirmed':
      return [requested, { ...sent, state: 'done' }, { ...confirmed, state: 'done' }];
    case 'rejected':
      return [requested, { title: t('money.withdrawals.rejected'), state: 'failed' }];
    case 'failed':
      return [requested, { ...sent, state: 'done' }, { title: t('money.withdrawals.failed'), state: 'failed' }];
    default:
      return [requested];
  }
}
