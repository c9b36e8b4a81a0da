import { centsOfDollars } from '@sathi/domain/money.ts';
import { formatReference, kindOfReference, parseReference } from '@sathi/domain/references.ts';
import { useId, useState } from 'react';
import { readAmount, trimmedDecimal } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { staleAfterMoney } from '../../lib/stale-after-money.ts';
import { useStaffText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { type FormState } from '../../lib/use-form.ts';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useList } from '../../lib/use-list.ts';
import { useMfi } from '../../lib/use-mfi.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { Awaited } from './use-awaited.ts';

type Props = {
  mfiId: string;
  /** Empty where it is typed. */
  reference: string;
  awaited: readonly Awaited[];
  onClose: () => void;
};

/** Money that came is booked by hand, by the reference of its person; another confirms it (R20.6, R25.10). */
export function ReceiptDialog({ mfiId, reference, awaited, onClose }: Props) {
  const { t, format } = useStaffText();
  const formId = useId();
  const accounts = useInUse(mfiId);
  const { form, send } = useReceipt(mfiId, reference, onClose);
  const { values } = form;
  const account = accounts.find(({ id }) => id === values.accountId) ?? accounts[0];
  const currency = account?.currency ?? 'USD';
  const amount = (Number(trimmedDecimal(values.amount)) || 0).toFixed(2);
  const parsed = parseReference(values.reference);
  const payer = awaited.find((row) => row.reference === parsed);
  const refusal = send.error ? errorSentence(send.error, t) : undefined;
  const book = () =>
    send.mutate({
      query: { mfiId },
      body: {
        reference: values.reference,
        accountId: account?.id ?? '',
        ...(currency === 'USD' ? { amount: Number(amount) } : { localAmount: { amount, currency } }),
        receivedOn: values.receivedOn,
        ...(values.ownReference.trim() !== '' && { ownReference: values.ownReference }),
      },
    });
  const facts = [
    { label: t('awaited.from'), value: payer?.name ?? t('awaited.notInList') },
    { label: t('awaited.reference'), value: <bdi dir="ltr">{formatReference(parsed ?? '')}</bdi> },
    { label: t('awaited.amount'), value: localAmount({ amount, currency }, format) },
    ...(payer ? [{ label: t('awaited.due'), value: format.money(payer.amountDue) }] : []),
    { label: t('awaited.account'), value: account?.label ?? '' },
    { label: t('awaited.receivedOn'), value: values.receivedOn && format.date(values.receivedOn) },
  ];
  return (
    <ReviewedDialog
      title={t('awaited.enter')}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      mayReview={account !== undefined}
      form={
        <Form id={formId} onSubmit={form.review} error={form.isWrong ? undefined : refusal}>
          <p>{t(account ? 'awaited.enterLead' : 'awaited.noAccount')}</p>
          <ReceiptFields form={form} accounts={accounts} account={account} payer={payer} />
        </Form>
      }
      review={
        <Stack>
          <p>{t('common.reviewLead')}</p>
          <ReviewList rows={facts} />
          {refusal && <FormError>{refusal}</FormError>}
        </Stack>
      }
      reviewed={form}
      confirm={t('awaited.book', { amount: localAmount({ amount, currency }, format) })}
      onConfirm={book}
    />
  );
}

type Typed = { reference: string; accountId: string; amount: string; receivedOn: string; ownReference: string };

function useReceipt(mfiId: string, reference: string, onBooked: () => void) {
  const { t, format } = useStaffText();
  const send = useMoneySend('enterReceipt', {
    keys: KEPT_KEYS,
    invalidates: staleAfterMoney(mfiId),
    onSuccess: ({ settled, toCredit }) => {
      const paid = settled.reduce((sum, { amount }) => sum + centsOfDollars(amount), 0) / 100;
      toast.success(t('awaited.entered', { paid: format.money(paid), credit: format.money(toCredit) }));
      onBooked();
    },
  });
  const form = useReviewedForm(
    useState<Typed>({ reference, accountId: '', amount: '', receivedOn: '', ownReference: '' }),
    (typed) => ({
      reference: !isOfPerson(typed.reference) && t('awaited.referenceProblem'),
      amount: (readAmount(typed.amount) ?? 0) <= 0 && t('awaited.amountProblem'),
      receivedOn: typed.receivedOn === '' && t('common.required'),
    }),
    send,
  );
  return { form, send };
}

type FieldsProps = {
  form: FormState<Typed>;
  accounts: readonly InUse[];
  account: InUse | undefined;
  /** The person of the reference, when the list of awaited money has them. */
  payer: Awaited | undefined;
};

function ReceiptFields({ form, accounts, account, payer }: FieldsProps) {
  const { t, format } = useStaffText();
  const today = todayIn(useMfi().data?.timeZone ?? 'UTC');
  return (
    <>
      <TextField
        {...form.field('reference')}
        label={t('awaited.reference')}
        hint={payer ? t('awaited.owes', { name: payer.name, amount: format.money(payer.amountDue) }) : undefined}
        dir="ltr"
        autoComplete="off"
      />
      <SelectField
        label={t('awaited.account')}
        value={account?.id ?? ''}
        onValueChange={(accountId) => form.set({ accountId })}
        options={accounts.map(({ id, label, currency: own }) => ({ value: id, label: `${label} (${own})` }))}
      />
      <TextField
        {...form.field('amount')}
        label={t('awaited.amountIn', { currency: account?.currency ?? 'USD' })}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
      />
      <DateField {...form.field('receivedOn')} label={t('awaited.receivedOn')} max={today} />
      <TextField
        {...form.field('ownReference')}
        label={t('awaited.ownReference')}
        dir="ltr"
        autoComplete="off"
        optional
      />
    </>
  );
}

type InUse = ReturnType<typeof useInUse>[number];

/** The accounts that money may have come to: those in force. */
function useInUse(mfiId: string) {
  const { rows = [] } = useList('listMoneyAccounts', queryKeys.moneyAccounts(mfiId), { mfiId });
  return rows.filter(({ state }) => state === 'approved');
}

function isOfPerson(typed: string): boolean {
  const reference = parseReference(typed);
  return reference !== null && kindOfReference(reference) === 'person';
}
