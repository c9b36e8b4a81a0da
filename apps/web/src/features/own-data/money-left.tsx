import { Link } from 'wouter';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { SelectField } from '../../ui/select-field.tsx';

type Props = { credit: number; value: string; onValueChange: (accountId: string) => void };

/** The ways out for credit before an account is closed, and the account that is kept for what comes later; empty for none (R33.5). */
export default function MoneyLeft({ credit, value, onValueChange }: Props) {
  const { t, format } = useMoneyText();
  const myMoney = paths.portfolio(useMfiName());
  const { rows } = useList('listPayoutAccounts', queryKeys.payoutAccounts, {});
  if (!rows) return null;
  const usable = rows.filter(({ state }) => state === 'usable');
  return (
    <>
      {credit > 0 && (
        <p>
          {t('payoutAccounts.creditFirst', { amount: format.money(credit) })}{' '}
          <Link href={myMoney}>{t('portfolio.title')}</Link>
        </p>
      )}
      {usable.length === 0 ? (
        <p>
          {t('payoutAccounts.keepNone')} <Link href={myMoney}>{t('payoutAccounts.title')}</Link>
        </p>
      ) : (
        <SelectField
          label={t('payoutAccounts.keep')}
          hint={t('payoutAccounts.keepHint', { amount: format.money(1) })}
          value={value}
          onValueChange={onValueChange}
          options={[
            { value: '', label: t('payoutAccounts.keepNowhere') },
            ...usable.map(({ id, accountName, last4 }) => ({ value: id, label: `${accountName} ••••${last4}` })),
          ]}
        />
      )}
    </>
  );
}
