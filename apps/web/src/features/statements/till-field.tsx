import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { SelectField } from '../../ui/select-field.tsx';

type Props = { mfiId: string; value: string; onValueChange: (id: string) => void };

/** The till that money between accounts went to or came from; nothing where the institution has none (R21.12). */
export function TillField({ mfiId, ...field }: Props) {
  const { t, format } = useStaffText();
  const { rows = [] } = useList('listMoneyAccounts', queryKeys.moneyAccounts(mfiId), { mfiId });
  const tills = rows.filter(({ kind, state }) => kind === 'till' && state === 'approved');
  if (tills.length === 0) return null;
  return (
    <SelectField
      {...field}
      label={t('desk.till')}
      options={[
        { value: '', label: t('desk.noTill') },
        ...tills.map(({ id, label, currency }) => ({
          value: id,
          label: format.joined([label, currency]),
        })),
      ]}
    />
  );
}
