import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MoneyAccountKind } from '@sathi/domain/money-accounts.ts';
import { PAY_CHANNELS, type PayChannel } from '@sathi/domain/pay-ins.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import { useMfi } from '../../lib/use-mfi.ts';
import { useSend } from '../../lib/use-send.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { PictureField } from '../files/picture-field.tsx';
import type { Order } from './use-orders.ts';

type Props = {
  order: Order;
  /** The way that the payer has looked at. */
  kind: MoneyAccountKind | undefined;
  onClose: () => void;
};

/** “I have paid”: the institution hears where to look, and what is awaited has some more days (R20.2). */
export function TellDialog({ order: { mfiId, mfiName }, kind, onClose }: Props) {
  const { t } = useMoneyText();
  const { data: mfi } = useMfi(mfiName);
  const [today] = useState(() => todayIn(mfi?.timeZone ?? 'UTC'));
  const [isPictureComing, setPictureComing] = useState(false);
  const { form, send, submit } = useTelling({ mfiId, mfiName, kind, today, onTold: onClose });
  const words = [
    t('payIn.tellLead', { mfi: mfiName }),
    t('payIn.paidOn'),
    t('payIn.channel'),
    t('payIn.ownReference'),
    t('payIn.ownReferenceHint'),
    t('payIn.slip'),
    t('payIn.slipHint', { mfi: mfiName }),
  ];
  return (
    <FormDialog
      title={t('payIn.tell')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending || isPictureComing}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('tellPaid'), children: t('payIn.tellSubmit', { mfi: mfiName }) }}
    >
      <ListenButton text={words.join('\n')} />
      <p>{t('payIn.tellLead', { mfi: mfiName })}</p>
      <DateField {...form.field('paidOn')} label={t('payIn.paidOn')} max={today} />
      <SelectField
        label={t('payIn.channel')}
        value={form.values.channel}
        onValueChange={(value) => form.set({ channel: value as PayChannel })}
        options={PAY_CHANNELS.map((value) => ({ value, label: t(`payIn.kind.${value}`) }))}
      />
      <TextField
        {...form.field('reference')}
        label={t('payIn.ownReference')}
        hint={t('payIn.ownReferenceHint')}
        dir="ltr"
        autoComplete="off"
        optional
      />
      <PictureField
        label={t('payIn.slip')}
        hint={t('payIn.slipHint', { mfi: mfiName })}
        optional
        folder="slips"
        name={`${mfiId}-slip`}
        value={form.values.slip}
        onValueChange={(slip) => form.set({ slip })}
        onBusyChange={setPictureComing}
      />
    </FormDialog>
  );
}

type Telling = Pick<Props, 'kind'> & Pick<Order, 'mfiId' | 'mfiName'> & { today: CalendarDate; onTold: () => void };

function useTelling({ mfiId, mfiName, kind, today, onTold }: Telling) {
  const { t, format } = useMoneyText();
  const send = useSend('tellPaid', {
    invalidates: [queryKeys.orders],
    onSuccess: ({ payBy }) => {
      toast.success(t('payIn.toldDone', { mfi: mfiName, date: format.date(payBy) }));
      onTold();
    },
  });
  const channel: PayChannel = kind === undefined || kind === 'till' ? 'cash' : kind;
  const form = useForm(
    useState({ paidOn: today as string, channel, reference: '', slip: null as string | null }),
    ({ paidOn }) => ({ paidOn: (paidOn === '' || paidOn > today) && t('payIn.paidOnProblem') }),
    send.error,
  );
  const submit = () =>
    form.attempt(() => {
      const { reference, slip, ...told } = form.values;
      const proof = { ...(reference.trim() !== '' && { reference }), ...(slip !== null && { slip }) };
      send.mutate({ body: { mfiId, ...told, ...proof } });
    });
  return { form, send, submit };
}
