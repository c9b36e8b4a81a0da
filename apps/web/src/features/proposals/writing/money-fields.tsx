import { addDays, addMonths, type CalendarDate, daysBetween, isPastDay } from '@sathi/domain/calendar-date.ts';
import type { LocalCurrency } from '@sathi/domain/local-money.ts';
import { Suspense } from 'react';
import { useText } from '../../../lib/text.tsx';
import { todayIn, useMfiTimeZone } from '../../../lib/time.ts';
import { AmountField } from '../../../ui/amount-field.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { Stack } from '../../../ui/page.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { limitWords } from './limit-words.ts';
import { useLoanLimits } from './loan-limits.ts';
import { LocalFixed } from './local-fixed.tsx';
import { PlanPreview } from './plan-preview.tsx';
import { draftMonths, type ProposalDraft, takesPart } from './proposal-draft.ts';
import { type FieldsProps, fieldOf } from './proposal-fields.tsx';

type Props = FieldsProps & {
  mfiId: string | undefined;
  /** The currency of the sum; dollars where it is undefined. */
  currency: LocalCurrency | undefined;
};

/**
 * How much, for how long and from when, with what it costs a month (R8.4) and what is lent at most: the server judges that
 * at the publishing, as a draft may have any sum.
 */
export function MoneyFields({ form, mfiId, mfiName, currency }: Props) {
  const text = useText();
  const { t } = text;
  const today = todayIn(useMfiTimeZone(mfiName));
  const { values: draft } = form;
  const field = fieldOf(form);
  const limits = useLoanLimits(mfiId);
  const words = limits && limitWords(limits, mfiName ?? '', currency, text);
  return (
    <>
      <AmountField
        {...field('amount')}
        label={t('proposal.amount')}
        hint={
          currency ? (
            <>
              {words} <Fixed />
            </>
          ) : (
            words
          )
        }
        currency={currency}
      />
      <CheckboxField
        name="acceptPartial"
        label={t('proposal.acceptPartial')}
        hint={t('proposal.acceptPartialHint')}
        checked={takesPart(draft)}
        onCheckedChange={(isTaken) => form.set({ acceptPartial: isTaken ? 'yes' : '' })}
      />
      <Stack gap="tight">
        <TextField
          {...field('monthsToRepay')}
          label={t('proposal.monthsToRepay')}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
        />
        <UsualMonths draft={draft} onChoose={(monthsToRepay) => form.set({ monthsToRepay })} />
      </Stack>
      <PlanPreview draft={draft} currency={currency} {...(mfiName && { mfiName })} />
      <Stack gap="tight">
        <DateField
          {...field('startDate')}
          label={t('proposal.startDate')}
          hint={t(isPastDay(draft.startDate, today) ? 'proposal.startDatePast' : 'proposal.startDateHint')}
        />
        <UsualDays day={draft.startDate} today={today} onChoose={(startDate) => form.set({ startDate })} />
      </Stack>
    </>
  );
}

function Fixed() {
  return (
    <Suspense fallback={null}>
      <LocalFixed />
    </Suspense>
  );
}

const USUAL_MONTHS = [3, 6, 12, 18, 24] as const;

/** Lengths that many choose; the plan below says what one costs a month. */
function UsualMonths({ draft, onChoose }: { draft: ProposalDraft; onChoose: (months: string) => void }) {
  const { t } = useText();
  return (
    <FilterBar
      wraps
      label={t('proposal.usualMonths')}
      options={USUAL_MONTHS.map((count) => ({ value: String(count), label: t('proposal.months', { count }) }))}
      value={String(draftMonths(draft))}
      onValueChange={onChoose}
    />
  );
}

type DaysProps = { day: string; today: CalendarDate; onChoose: (day: string) => void };

/** Days that most need the money on, told by how far they are (R13: a date alone is hard to read). */
function UsualDays({ day, today, onChoose }: DaysProps) {
  const { t, format } = useText();
  const days = [addDays(today, 14), addMonths(today, 1), addMonths(today, 2)];
  return (
    <FilterBar
      wraps
      label={t('proposal.usualDays')}
      options={days.map((value) => ({ value, label: format.daysAndDay(daysBetween(today, value), value) }))}
      value={day as CalendarDate}
      onValueChange={onChoose}
    />
  );
}
