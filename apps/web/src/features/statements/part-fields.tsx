import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Line } from './line-words.ts';
import { type Part, type PartProblem, restOf } from './split-parts.ts';

type Props = {
  line: Line;
  parts: readonly Part[];
  onParts: (parts: readonly Part[]) => void;
  /** Null until they are to be told. */
  problems: readonly PartProblem[] | null;
};

/** The person or the loan of a line; of a line that is split, each with its amount (R21.8). */
export function PartFields({ line, parts, onParts, problems }: Props) {
  const { t, format } = useStaffText();
  const [only, ...more] = parts;
  const change = (index: number, changed: Partial<Part>) =>
    onParts(parts.map((part, at) => (at === index ? { ...part, ...changed } : part)));
  const amountError = (index: number) => {
    const problem = problems?.[index]?.amount;
    if (!problem) return undefined;
    const { amount, currency } = line.local;
    const whole = localAmount({ amount: amount.replace('-', ''), currency }, format);
    return problem === 'sum' ? t('desk.splitSum', { amount: whole }) : t('desk.balanceProblem');
  };
  const fields = ({ reference, amount }: Part, index: number) => (
    <>
      <TextField
        label={t('desk.reference')}
        hint={t('desk.referenceHint')}
        value={reference}
        onValueChange={(typed) => change(index, { reference: typed })}
        error={problems?.[index]?.reference ? t('desk.referenceProblem') : undefined}
        dir="ltr"
        autoComplete="off"
      />
      {parts.length > 1 && (
        <TextField
          label={t('desk.partAmount', { currency: line.local.currency })}
          value={amount}
          onValueChange={(typed) => change(index, { amount: typed })}
          error={amountError(index)}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
        />
      )}
    </>
  );
  return (
    <>
      {only !== undefined && more.length === 0
        ? fields(only, 0)
        : parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other name than their place
            <FieldGroup key={index} label={t('desk.part', { number: index + 1 })}>
              {fields(part, index)}
              <Button small variant="quiet" icon="trash" onClick={() => onParts(parts.filter((_, at) => at !== index))}>
                {t('desk.removePart')}
              </Button>
            </FieldGroup>
          ))}
      <div>
        <Button
          small
          variant="quiet"
          icon="plus"
          onClick={() => onParts([...parts, { reference: '', amount: restOf(parts, line) }])}
        >
          {t('desk.addPart')}
        </Button>
      </div>
    </>
  );
}
