import { DATE_ORDERS, type DateOrder, DECIMAL_SIGNS, type DecimalSign } from '@sathi/domain/statement-files.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { Columns } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type CsvEncoding, ONE_BYTE } from './csv-encoding.ts';

/**
 * `encoding` is null for bytes that name their own. `timeZone` is that of times without one; empty for the institution's.
 */
export type Written = {
  decimal: DecimalSign;
  dateOrder: DateOrder;
  encoding: CsvEncoding | null;
  timeZone: '' | 'UTC';
};
type Props = Written & { hasTimes: boolean; onChange: (changed: Partial<Written>) => void };

const ORDER_WORDS: Readonly<Record<DateOrder, StaffTextKey>> = {
  dmy: 'desk.dateOrder.dmy',
  mdy: 'desk.dateOrder.mdy',
  ymd: 'desk.dateOrder.ymd',
};

/** How a CSV writes its sums, its days and times, and its letters (R21.3, R21.4). */
export function HowWritten({ decimal, dateOrder, encoding, timeZone, hasTimes, onChange }: Props) {
  const { t } = useStaffText();
  return (
    <Columns>
      <SelectField
        label={t('desk.decimal')}
        value={decimal}
        onValueChange={(value) => onChange({ decimal: value as DecimalSign })}
        options={DECIMAL_SIGNS.map((sign) => ({ value: sign, label: `12${sign}50` }))}
      />
      <SelectField
        label={t('desk.dateOrder')}
        value={dateOrder}
        onValueChange={(value) => onChange({ dateOrder: value as DateOrder })}
        options={DATE_ORDERS.map((order) => ({ value: order, label: t(ORDER_WORDS[order]) }))}
      />
      {hasTimes && (
        <SelectField
          label={t('desk.timeZone')}
          value={timeZone}
          onValueChange={(value) => onChange({ timeZone: value as Written['timeZone'] })}
          options={[
            { value: '', label: t('desk.timeZoneOwn') },
            { value: 'UTC', label: 'UTC' },
          ]}
        />
      )}
      {encoding !== null && (
        <SelectField
          label={t('desk.encoding')}
          hint={t('desk.encodingHint')}
          value={encoding}
          onValueChange={(value) => onChange({ encoding: value as CsvEncoding })}
          options={ONE_BYTE.map((each) => ({ value: each.encoding, label: each.label }))}
        />
      )}
    </Columns>
  );
}
