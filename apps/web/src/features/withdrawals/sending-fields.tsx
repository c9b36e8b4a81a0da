import { isPaidIn } from '@sathi/domain/batches.ts';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { todayIn, useMfiTimeZone } from '../../lib/time.ts';
import { useList } from '../../lib/use-list.ts';
import type { DataOf } from '../../lib/wire.ts';
import { DateField } from '../../ui/date-field.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';

type Account = DataOf<'listMoneyAccounts'>[number];
type Request = Pick<DataOf<'listPayouts'>[number], 'method' | 'local'>;

/** The accounts in force by which an office pays out; undefined until they are known, or while they could not be read. */
export function usePayingAccounts(mfiId: string, isToo: (account: Account) => boolean = () => false) {
  const { rows, isError, retry } = useList('listMoneyAccounts', queryKeys.moneyAccounts(mfiId), { mfiId });
  const accounts = rows?.filter((account) => account.state === 'approved' && (account.forPayOut || isToo(account)));
  return { accounts, retry: accounts === undefined && isError ? retry : undefined };
}

/** The account and the day by which money left by hand. Cash leaves a till; a sum that its loan fixed leaves in its money (R25.3). */
export function useSending(mfi: { id: string; name: string }, { method, local }: Request) {
  const [typed, setTyped] = useState<{ accountId: string | null; sentOn: string }>({ accountId: null, sentOn: '' });
  const isTill = ({ kind }: Account) => method === 'cash_at_office' && kind === 'till';
  const today = todayIn(useMfiTimeZone(mfi.name));
  const paying = usePayingAccounts(mfi.id, isTill);
  const accounts = paying.accounts
    ?.filter(({ currency }) => isPaidIn(currency, { localMinor: null, localCurrency: local?.currency ?? null }))
    .toSorted((one, other) => Number(isTill(other)) - Number(isTill(one)));
  return {
    accounts,
    /** Reads the accounts again, after they could not be read. */
    retry: paying.retry,
    accountId: typed.accountId ?? accounts?.[0]?.id ?? '',
    /** Empty until a day is chosen. */
    sentOn: typed.sentOn,
    today,
    set: (changed: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...changed })),
  };
}

type Props = {
  sending: ReturnType<typeof useSending>;
  /** The server's word about the day. */
  dayError: string | undefined;
  /** The money may have left by none of the accounts. */
  mayLeaveOut?: boolean;
};

export function SendingFields({ sending, dayError, mayLeaveOut = false }: Props) {
  const { t, format } = useStaffText();
  const { accounts = [], retry, accountId, sentOn, today, set } = sending;
  return (
    <>
      {retry && <ErrorState onRetry={retry} />}
      {accounts.length > 0 && (
        <SelectField
          label={t('batches.payFrom')}
          value={accountId}
          onValueChange={(chosen) => set({ accountId: chosen })}
          options={[
            ...accounts.map(({ id, label, currency }) => ({ value: id, label: format.joined([label, currency]) })),
            ...(mayLeaveOut ? [{ value: '', label: t('payouts.otherWay') }] : []),
          ]}
        />
      )}
      <DateField
        label={t('payouts.sentOn')}
        value={sentOn || today}
        onValueChange={(day) => set({ sentOn: day })}
        max={today}
        error={dayError}
      />
    </>
  );
}

/** Money leaves by an account that two have confirmed, or not at all. */
export function NoAccount({ mfiName }: { mfiName: string }) {
  const { t } = useStaffText();
  return (
    <>
      <p>{t('batches.noAccount')}</p>
      <Row>
        <LinkButton href={paths.mfiAccounts(mfiName)}>{t('accounts.page')}</LinkButton>
      </Row>
    </>
  );
}
