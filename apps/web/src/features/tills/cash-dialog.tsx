import { tillReceiptNumber } from '@sathi/domain/tills.ts';
import { formatReference, parseReference } from '@sathi/domain/references.ts';
import { useState } from 'react';
import { readAmount, trimmedDecimal } from '../../lib/amount.ts';
import { help } from '../../lib/help-mode.ts';
import { type KeptCash, keepCash, type KeptRound } from '../../lib/kept-cash.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { nextNumber } from './round-facts.ts';
import styles from './tills.module.css';

export type Wish = {
  /** Empty where it is typed. */
  readonly reference: string;
  readonly name: string;
  readonly amount: string;
  /** Refused cash that is entered anew. */
  readonly of?: KeptCash;
};
type Props = { round: KeptRound; wish: Wish; timeZone: string; onClose: () => void };

/** Cash is taken: written down on the device, under the number that stands on its receipt (R22.5). */
export function CashDialog({ round, wish, timeZone, onClose }: Props) {
  const { t, format } = useStaffText();
  const [taken, setTaken] = useState<KeptCash | null>(null);
  const [isLost, setLost] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isTyped = wish.reference === '' || wish.of !== undefined;
  // The clock of the device was wrong, so the day of it is too.
  const isDayWrong = wish.of?.result === 'invalid_date';
  const begun = { reference: wish.reference, amount: wish.amount, paidOn: todayIn(timeZone) as string };
  const form = useForm(useState(begun), ({ reference, amount, paidOn }) => ({
    reference: parseReference(reference) === null && t('round.referenceProblem'),
    amount: (readAmount(amount) ?? 0) <= 0 && t('awaited.amountProblem'),
    paidOn: isDayWrong && paidOn === '' && t('common.required'),
  }));
  const { currency } = round;
  const amount = (Number(trimmedDecimal(form.values.amount)) || 0).toFixed(2);
  const sum = localAmount({ amount, currency }, format);
  const take = () =>
    form.attempt(() => {
      const { reference, paidOn } = form.values;
      const day = isDayWrong ? paidOn : (wish.of?.paidOn ?? todayIn(timeZone));
      const cash = cashOf(round, wish, { reference: plain(reference), amount, paidOn: day });
      setBusy(true);
      keepCash(round.tillId, [cash], wish.of?.clientId)
        .then(
          () => setTaken(cash),
          () => setLost(true),
        )
        .finally(() => setBusy(false));
    });
  if (taken) return <Given round={round} cash={taken} sum={sum} onClose={onClose} />;
  return (
    <FormDialog
      title={t(wish.of ? 'round.again' : 'round.take')}
      {...(wish.name !== '' && { about: wish.name })}
      onClose={onClose}
      onSubmit={take}
      busy={isBusy}
      error={isLost ? t('round.notKept') : undefined}
      submit={{ ...help('till'), children: t('round.takeSum', { sum }) }}
    >
      {isTyped ? (
        <TextField {...form.field('reference')} label={t('round.reference')} dir="ltr" autoComplete="off" />
      ) : (
        <p>
          {t('round.reference')}: <bdi dir="ltr">{formatReference(wish.reference)}</bdi>
        </p>
      )}
      <TextField
        {...form.field('amount')}
        label={t('awaited.amountIn', { currency })}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
      />
      {isDayWrong && <DateField {...form.field('paidOn')} label={t('round.takenOn')} />}
    </FormDialog>
  );
}

type Typed = Pick<KeptCash, 'reference' | 'amount' | 'paidOn'>;

/** The entry as the device writes it down. Refused cash keeps the number of its receipt, unless that is another's. */
function cashOf(round: KeptRound, { name, of }: Wish, typed: Typed): KeptCash {
  const written = { ...typed, name, result: null, signedBy: null };
  if (of === undefined || of.result === 'number_used') {
    return { ...written, clientId: of?.clientId ?? crypto.randomUUID(), number: nextNumber(round), numberedBy: null };
  }
  const { number, numberedBy = null, reference, amount, paidOn } = of;
  // An unchanged entry under the same id gets its old answer from the office, even when the reason has gone.
  const isSame = typed.reference === plain(reference) && typed.amount === amount && typed.paidOn === paidOn;
  return { ...written, number, numberedBy, clientId: isSame ? crypto.randomUUID() : of.clientId };
}

/** The reference as the sheet and the office write it; a text that is none stays as typed. */
function plain(reference: string): string {
  return parseReference(reference) ?? reference;
}

type GivenProps = { round: KeptRound; cash: KeptCash; sum: string; onClose: () => void };

/** The number for the receipt of paper. */
function Given({ round, cash: { number, numberedBy, name }, sum, onClose }: GivenProps) {
  const { t } = useStaffText();
  const till = numberedBy?.number ?? round.number;
  return (
    <Dialog
      title={t('round.taken', { sum })}
      {...(name !== '' && { about: name })}
      onClose={onClose}
      footer={
        <Button icon="check" onClick={onClose}>
          {t('round.next')}
        </Button>
      }
    >
      <Stack>
        <p>{t('round.writeNumber')}</p>
        <p className={styles.number}>
          <bdi dir="ltr">{tillReceiptNumber(round.mfiName, till, number)}</bdi>
        </p>
      </Stack>
    </Dialog>
  );
}
