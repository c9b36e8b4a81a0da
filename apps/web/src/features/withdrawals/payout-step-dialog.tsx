import { formatReference } from '@sathi/domain/references.ts';
import { BANK_REFERENCE_LENGTH_MAX, type HandStep } from '@sathi/domain/payouts.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { counterBeyond } from '../../ui/counter-beyond.tsx';
import { Row } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { HAND_WORDS, type Payout } from './open-requests.ts';
import { PayoutWarnings } from './payout-warnings.tsx';
import { NoAccount, SendingFields, useSending } from './sending-fields.tsx';
import { ShowNumber } from './show-number.tsx';
import { StepDialog } from './step-dialog.tsx';
import { METHODS } from './withdrawal-details.ts';

type Words = { title: StaffTextKey; lead: StaffTextKey; done: StaffTextKey };

const WORDS: Record<HandStep, Words> = {
  sent: { title: 'money.withdrawals.sentTitle', lead: 'payouts.sentLead', done: 'payouts.sentToast' },
  rejected: { title: 'payouts.rejectTitle', lead: 'payouts.creditAgain', done: 'payouts.rejectedToast' },
  failed: { title: 'money.withdrawals.failTitle', lead: 'payouts.creditAgain', done: 'payouts.failedToast' },
};

type Props = { payout: Payout; step: HandStep; mfi: { id: string; name: string }; onClose: () => void };

/** Staff: credit left by an account under its number, or it did not, for a reason that its person reads (R25.4). */
export default function PayoutStepDialog({ payout, step, mfi, onClose }: Props) {
  const { t } = useStaffText();
  const isSent = step === 'sent';
  const words = WORDS[step];
  const kept = useKeptValues(isSent ? null : `payout-${step}.${payout.id}`, { told: '' });
  const form = useForm(kept.state, ({ told }) => ({
    told: requiredWords(t, told, isSent ? BANK_REFERENCE_LENGTH_MAX : REASON_LENGTH_MAX),
  }));
  const sending = useSending(mfi, payout);
  const send = useMoneySend('updatePayout', {
    invalidates: [queryKeys.payouts(mfi.id), queryKeys.mfiQueues(mfi.name)],
    onSuccess: () => {
      toast.success(t(words.done));
      kept.forget();
      onClose();
    },
  });
  const { accounts, accountId, sentOn, today } = sending;
  const submit = () =>
    form.attempt(() => {
      const told = form.values.told.trim();
      const query = { id: payout.id, mfiId: mfi.id };
      if (!isSent) return send.mutate({ query, body: { state: step, reason: told } });
      send.mutate({ query, body: { state: step, accountId, bankReference: told, sentOn: sentOn || today } });
    });
  return (
    <StepDialog
      title={t(words.title)}
      about={payout.name}
      above={
        <>
          <p>{t(words.lead)}</p>
          {payout.warnings.length > 0 && (
            <Row>
              <PayoutWarnings request={payout} />
            </Row>
          )}
          <Facts payout={payout} isSent={isSent} />
          {isSent && <ShowNumber request={payout} mfiId={mfi.id} />}
        </>
      }
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{
        ...help('batch'),
        variant: isSent ? 'primary' : 'danger',
        disabled: isSent && accountId === '',
        children: t(HAND_WORDS[step]),
      }}
    >
      {isSent ? (
        <>
          {accounts?.length === 0 && <NoAccount mfiName={mfi.name} />}
          <SendingFields sending={sending} dayError={send.error?.messageFor('sentOn')} />
          <TextField
            label={t('money.withdrawals.referenceField')}
            hint={t('money.withdrawals.referenceHint')}
            {...form.field('told')}
            aside={counterBeyond(form.values.told, BANK_REFERENCE_LENGTH_MAX)}
          />
        </>
      ) : (
        <TextAreaField label={t('money.reason')} maxLength={REASON_LENGTH_MAX} {...form.field('told')} />
      )}
    </StepDialog>
  );
}

function Facts({ payout, isSent }: { payout: Payout; isSent: boolean }) {
  const { t, format } = useStaffText();
  const { method, last4, reference } = payout;
  const isTransfer = isSent && method !== 'cash_at_office';
  return (
    <ReviewList
      rows={[
        { label: t('money.amount'), value: sumFirstLocal(payout, format) },
        { label: t('money.withdraw.method'), value: t(METHODS[method].words.name) },
        { label: t(METHODS[method].words.accountNumber), value: <bdi dir="ltr">{`••••${last4}`}</bdi> },
        ...(isTransfer
          ? [{ label: t('money.withdrawals.toWrite'), value: <bdi dir="ltr">{formatReference(reference)}</bdi> }]
          : []),
      ]}
    />
  );
}
