import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useReadOn } from '../../lib/use-read-on.ts';
import { SelectField } from '../../ui/select-field.tsx';
import type { Line } from './line-words.ts';
import type { Part } from './split-parts.ts';
import { useDays } from './use-days.ts';

/** Sums as the bank has them, by receipt, that were booked by hand at the account of a line and have no line yet. */
export function useReceiptsWithoutLine(mfiId: string, { accountId }: Line): ReadonlyMap<string, string> {
  const { data = [] } = useDays(mfiId, accountId);
  const documents = data.flatMap(({ booksWithoutLine }) => booksWithoutLine);
  return new Map(
    documents.flatMap(({ document, amount }) =>
      document.startsWith('receipt:') ? [[document.slice('receipt:'.length), amount] as const] : [],
    ),
  );
}

type Props = {
  mfiId: string;
  currency: string;
  /** The receipts that the part may be, with their sums. */
  receipts: ReadonlyMap<string, string>;
  isSplit: boolean;
  value: Part['of'];
  onChange: (changed: Partial<Part>) => void;
};

/** A part is told by its reference, is a receipt that is in the books already, or a fee of the bank (R21.8). */
export function PartTarget({ mfiId, currency, receipts, isSplit, value, onChange }: Props) {
  const { t, format } = useStaffText();
  const list = useList('listReceipts', [...queryKeys.desk(mfiId), 'receipts'], { mfiId, state: 'booked', limit: 50 });
  const known = list.rows?.filter(({ id }) => receipts.has(id)) ?? [];
  // The receipts of an office are many, and only these few are wanted.
  useReadOn(list, known.length < receipts.size ? Number.POSITIVE_INFINITY : 0);
  const choose = (of: string) => onChange({ of, ...(isSplit && receipts.has(of) && { amount: receipts.get(of)! }) });
  return (
    <SelectField
      label={t('desk.as')}
      value={value}
      onValueChange={choose}
      options={[
        { value: '', label: t('desk.byReference') },
        ...known.map(({ id, userName, receivedOn }) => ({
          value: id,
          label: t('desk.inBooks', {
            name: userName,
            amount: localAmount({ amount: receipts.get(id) ?? '', currency }, format),
            date: format.date(receivedOn),
          }),
        })),
        ...(isSplit ? [{ value: 'fee', label: t('desk.as.fee') }] : []),
      ]}
    />
  );
}
