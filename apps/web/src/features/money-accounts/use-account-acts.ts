import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import type { Account } from './account-draft.ts';

export type AccountActs = ReturnType<typeof useAccountActs>;

/** A second person confirms what waits; one alone takes an account out of use (R19.6, R19.8). */
export function useAccountActs(mfiId: string) {
  const { t } = useStaffText();
  const ask = useConfirm();
  const invalidates = [queryKeys.moneyAccounts(mfiId)];
  const confirm = useSend('confirmMoneyAccount', {
    invalidates,
    onSuccess: () => toast.success(t('accounts.confirmed')),
  });
  const stop = useSend('changeMoneyAccount', { invalidates, onSuccess: () => toast.success(t('accounts.stopped')) });
  return {
    busy: confirm.isPending || stop.isPending,
    error: confirm.error ?? stop.error,
    confirm: async ({ id, label, state, enteredAt }: Account) => {
      const message = t(state === 'entered' ? 'accounts.confirmNew' : 'accounts.confirmChange', { label });
      // The entry that was read is named, so that one which took its place meanwhile is not confirmed unseen.
      const query = { mfiId, id, ...(enteredAt !== null && { enteredAt }) };
      if (await ask({ message, yes: t('phoneChange.confirm') })) confirm.mutate({ query });
    },
    stop: async ({ id, label }: Account) => {
      if (await ask({ message: t('accounts.stopQuestion', { label }), yes: t('accounts.stop') }))
        stop.mutate({ query: { mfiId, id }, body: { forPayIn: false } });
    },
  };
}
