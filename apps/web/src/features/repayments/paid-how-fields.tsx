import { OWN_REFERENCE_LENGTH_MAX, PAY_CHANNELS, type PayChannel } from '@sathi/domain/pay-ins.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import type { Text } from '../../lib/text.tsx';
import { useText } from '../../lib/text.tsx';
import { todayHere } from '../../lib/time.ts';
import type { FormState } from '../../lib/use-form.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PictureField } from '../files/picture-field.tsx';
import { CHANNEL_WORDS } from '../../lib/paid-how.ts';
import type { HowToPayChannel } from './use-how-to-pay.ts';

/** How a payment was made, as it is typed; empty is unsaid, and the day begins as today. */
export type PaidHow = { channel: '' | PayChannel; paidOn: string; reference: string; slip: string | null };

export function newPaidHow(): PaidHow {
  return { channel: '', paidOn: todayHere(), reference: '', slip: null };
}

export function paidHowProblems({ paidOn, reference }: PaidHow, { fundedAt }: ProposalSummary, { t }: Text) {
  const isBefore = fundedAt !== null && paidOn < fundedAt.slice(0, 10);
  return {
    paidOn: paidOn === '' || isBefore || paidOn > todayHere() ? t('money.repay.paidOnProblem') : undefined,
    reference: lengthInCodePoints(reference) > OWN_REFERENCE_LENGTH_MAX,
  };
}

/** The request says only what the payer said. The only account of a kind is the one that was paid to. */
export function paidHowBody({ channel, paidOn, reference, slip }: PaidHow, accounts: readonly HowToPayChannel[]) {
  const [account, another] = accounts.filter(({ kind }) => kind === channel);
  return {
    ...(channel !== '' && { channel }),
    ...(account && !another && { accountId: account.accountId }),
    ...(paidOn !== todayHere() && { paidOn }),
    ...(reference.trim() !== '' && { reference }),
    ...(slip !== null && { slip }),
  };
}

type Props = {
  form: FormState<PaidHow & { amount: string }>;
  name: string;
  onPictureComing: (isBusy: boolean) => void;
};

export function PaidHowFields({ form, name, onPictureComing }: Props) {
  const { t } = useText();
  return (
    <>
      <SelectField
        label={t('money.repay.channel')}
        optional
        options={[
          { value: '', label: t('money.repay.channelUnknown') },
          ...PAY_CHANNELS.map((channel) => ({ value: channel, label: t(CHANNEL_WORDS[channel]) })),
        ]}
        {...form.field('channel')}
      />
      <DateField label={t('money.repay.paidOn')} max={todayHere()} {...form.field('paidOn')} />
      <TextField
        label={t('money.repay.reference')}
        hint={t('money.repay.referenceHint')}
        optional
        dir="ltr"
        {...form.field('reference')}
      />
      <PictureField
        label={t('money.repay.slip')}
        hint={t('money.repay.slipHint')}
        optional
        folder="slips"
        name={name}
        value={form.values.slip}
        onValueChange={(slip) => form.set({ slip })}
        onBusyChange={onPictureComing}
      />
    </>
  );
}
