import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { Line } from './line-words.ts';
import { useDayLines } from './use-lines.ts';

type Props = {
  mfiId: string;
  line: Line;
  day: string;
  onDay: (day: string) => void;
  otherLine: { value: string; onValueChange: (id: string) => void; error?: string | undefined };
};

/** The line that this one gives back, or that gives it back: of its day, and in the other direction (R21.8). */
export function OtherLineFields({ mfiId, line, day, onDay, otherLine }: Props) {
  const { t, format } = useStaffText();
  const { accountId, local } = line;
  const { rows, hasMore } = useDayLines(mfiId, accountId, day);
  const others = rows?.filter((other) => Number(other.local.amount) * Number(local.amount) < 0);
  const words = ({ payer, text, bankRef }: Line) => payer || text || bankRef;
  return (
    <>
      <DateField label={t('desk.otherDay')} value={day} onValueChange={onDay} />
      <SelectField
        {...otherLine}
        label={t('desk.otherLine')}
        hint={others?.length === 0 && !hasMore ? t('desk.noOtherLine') : undefined}
        options={[
          { value: '', label: t('desk.chooseLine') },
          ...(others ?? []).map((other) => ({
            value: other.id,
            label: format.joined([localAmount(other.local, format), words(other)]),
          })),
        ]}
      />
    </>
  );
}
