import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { trimmedDecimal } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './statements.module.css';

export type Day = DataOf<'listAccountDays'>[number];
type Props = { mfiId: string; account: { id: string; currency: string }; day: Day };

/** Opening, lines and closing of one day, and the button that agrees it (R21.10). */
export function DaySums({ mfiId, account: { id: accountId, currency }, day }: Props) {
  const { t, format } = useStaffText();
  const sum = (amount: string | null) =>
    amount === null ? t('desk.unknown') : localAmount({ amount, currency }, format);
  const rows = [
    [t('desk.opening'), day.opening],
    [t('desk.bookedSum'), day.booked],
    [t('desk.asideSum'), day.setAside],
    [t('desk.openSum'), day.open],
    [t('desk.closing'), day.closing],
  ] as const;
  const hasGap = day.gap !== null && Number(day.gap) !== 0;
  return (
    <section className={styles.chosen} aria-label={format.date(day.day)}>
      <h3>{format.date(day.day)}</h3>
      <dl className={styles.sums}>
        {rows.map(([label, amount]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{sum(amount)}</dd>
          </div>
        ))}
      </dl>
      {hasGap && <Banner tone="bad">{t('desk.gap', { amount: sum(day.gap) })}</Banner>}
      {day.state === 'agreed' ? (
        <Banner tone="good" icon="check" isAnnounced={false}>
          {t('desk.agreedBy', { name: day.agreedBy ?? '' })}
        </Banner>
      ) : (
        <Agreeing mfiId={mfiId} accountId={accountId} day={day} currency={currency} />
      )}
    </section>
  );
}

const BALANCE = /^-?\d{1,13}(\.\d{1,2})?$/;

type Agreed = { mfiId: string; accountId: string; day: Day };

/** The balances that no file told, and a reason for each document that should have had its line by now. */
function useAgreeing({ mfiId, accountId, day }: Agreed) {
  const { t, format } = useStaffText();
  const kept = useKeptValues(`agree-day.${accountId}.${day.day}`, { opening: '', closing: '', reason: '' }, [
    'opening',
    'closing',
  ]);
  const send = useSend('agreeDay', {
    invalidates: [queryKeys.desk(mfiId)],
    onSuccess: () => {
      toast.success(t('desk.agreed', { date: format.date(day.day) }));
      kept.forget();
    },
  });
  const needsBalances = day.opening === null || day.closing === null;
  const isLate = day.booksWithoutLine.some(({ needsReason }) => needsReason);
  const isSum = (typed: string) => needsBalances && !BALANCE.test(trimmedDecimal(typed)) && t('desk.balanceProblem');
  const form = useForm(
    kept.state,
    ({ opening, closing, reason }) => ({
      opening: isSum(opening),
      closing: isSum(closing),
      reason: isLate && requiredWords(t, reason),
    }),
    send.error,
  );
  const submit = () =>
    form.attempt(() => {
      const { opening, closing, reason } = form.values;
      const balances = needsBalances ? { opening: trimmedDecimal(opening), closing: trimmedDecimal(closing) } : {};
      send.mutate({
        query: { mfiId },
        body: { accountId, day: day.day, ...balances, ...(isLate && { reason }) },
      });
    });
  return { form, send, submit, needsBalances, isLate };
}

function Agreeing({ currency, ...agreed }: Agreed & { currency: string }) {
  const { t, format } = useStaffText();
  const { form, send, submit, needsBalances, isLate } = useAgreeing(agreed);
  const { booksWithoutLine } = agreed.day;
  const error = send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined;
  return (
    <Form onSubmit={submit} busy={send.isPending} error={error}>
      {booksWithoutLine.length > 0 && (
        <Banner tone="warm">
          {t('desk.withoutLine', {
            count: booksWithoutLine.length,
            amounts: booksWithoutLine.map(({ amount }) => localAmount({ amount, currency }, format)).join(', '),
          })}
        </Banner>
      )}
      {needsBalances && (
        <>
          <TextField
            {...form.field('opening')}
            label={t('desk.opening')}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
          />
          <TextField
            {...form.field('closing')}
            label={t('desk.closing')}
            hint={t('desk.balanceHint')}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
          />
        </>
      )}
      {isLate && (
        <TextField
          {...form.field('reason')}
          label={t('desk.reason')}
          aside={counterBeyond(form.values.reason, REASON_LENGTH_MAX)}
        />
      )}
      <Button {...help('agreeDay')} type="submit" variant="quiet" icon="check" busy={send.isPending}>
        {t('desk.agree')}
      </Button>
    </Form>
  );
}
