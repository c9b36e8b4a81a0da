import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Line } from './line-words.ts';
import { PartTarget, useReceiptsWithoutLine } from './part-target.tsx';
import { type Part, type PartProblem, restOf } from './split-parts.ts';

type Props = {
  mfiId: string;
  line: Line;
  parts: readonly Part[];
  onParts: (parts: readonly Part[]) => void;
  /** Null until they are to be told. */
  problems: readonly PartProblem[] | null;
};

/** The person or the loan of a line; of a line that is split, each with its amount (R21.8). */
export function PartFields({ mfiId, line, parts, onParts, problems }: Props) {
  const { t } = useStaffText();
  const [only, ...more] = parts;
  const change = (index: number, changed: Partial<Part>) =>
    onParts(parts.map((part, at) => (at === index ? { ...part, ...changed } : part)));
  const isSplit = parts.length > 1;
  const sum = Number(line.local.amount);
  const receipts = new Map(
    [...useReceiptsWithoutLine(mfiId, line)].filter(([, booked]) =>
      isSplit ? Number(booked) < sum : Number(booked) === sum,
    ),
  );
  // A choice for the whole line is none for a part of it, and the other way round.
  const unchosen = (of: readonly Part[]) => of.map((part) => ({ ...part, of: '' }));
  const remove = (index: number) => {
    const left = parts.filter((_, at) => at !== index);
    onParts(left.length === 1 ? unchosen(left) : left);
  };
  const fields = (part: Part, index: number) => (
    <Fields
      {...{ mfiId, line, part, receipts, isSplit }}
      problem={problems?.[index]}
      onChange={(changed) => change(index, changed)}
    />
  );
  return (
    <>
      {only !== undefined && more.length === 0
        ? fields(only, 0)
        : parts.map((part, index) => (
            <FieldGroup key={index} label={t('desk.part', { number: index + 1 })}>
              {fields(part, index)}
              <Button small variant="quiet" icon="trash" onClick={() => remove(index)}>
                {t('desk.removePart')}
              </Button>
            </FieldGroup>
          ))}
      <div>
        <Button
          small
          variant="quiet"
          icon="plus"
          onClick={() =>
            onParts([...(isSplit ? parts : unchosen(parts)), { reference: '', amount: restOf(parts, line), of: '' }])
          }
        >
          {t('desk.addPart')}
        </Button>
      </div>
    </>
  );
}

type OneProps = {
  mfiId: string;
  line: Line;
  part: Part;
  receipts: ReadonlyMap<string, string>;
  isSplit: boolean;
  problem: PartProblem | undefined;
  onChange: (changed: Partial<Part>) => void;
};

function Fields({ mfiId, line, part, receipts, isSplit, problem, onChange }: OneProps) {
  const { t, format } = useStaffText();
  const { reference, amount, of } = part;
  const { currency } = line.local;
  const whole = localAmount({ amount: line.local.amount.replace('-', ''), currency }, format);
  const sumProblem = problem?.amount === 'sum' ? t('desk.splitSum', { amount: whole }) : t('desk.balanceProblem');
  return (
    <>
      {(isSplit || receipts.size > 0) && (
        <PartTarget {...{ mfiId, currency, receipts, isSplit, onChange }} value={of} />
      )}
      {of === '' && (
        <TextField
          label={t('desk.reference')}
          hint={t('desk.referenceHint')}
          value={reference}
          onValueChange={(typed) => onChange({ reference: typed })}
          error={problem?.reference ? t('desk.referenceProblem') : undefined}
          dir="ltr"
          autoComplete="off"
        />
      )}
      {isSplit && (
        <TextField
          label={t('desk.partAmount', { currency })}
          value={amount}
          onValueChange={(typed) => onChange({ amount: typed })}
          error={problem?.amount ? sumProblem : undefined}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
        />
      )}
    </>
  );
}
