import { useState } from 'react';
import { readAmount, trimmedDecimal } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { keepRound } from '../../lib/kept-cash.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useList } from '../../lib/use-list.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { todayIn } from './round-facts.ts';

type Props = { mfi: { id: string; name: string; timeZone: string } };

/** A round begins with the cash that the officer has with them (R22.6). */
export function OpenTill({ mfi }: Props) {
  const { t } = useStaffText();
  const userId = useSession().user?.id ?? '';
  const accounts = useList('listMoneyAccounts', queryKeys.moneyAccounts(mfi.id), { mfiId: mfi.id });
  const { rows = [] } = accounts;
  const tills = rows.filter(({ kind, state }) => kind === 'till' && state === 'approved');
  const form = useForm(useState({ accountId: '', float: '' }), ({ float }) => ({
    float: float.trim() !== '' && readAmount(float) === null && t('awaited.amountProblem'),
  }));
  const account = tills.find(({ id }) => id === form.values.accountId) ?? tills[0];
  const currency = account?.currency ?? 'USD';
  const float = (Number(trimmedDecimal(form.values.float)) || 0).toFixed(2);
  const send = useMoneySend('openTill', {
    invalidates: [queryKeys.tills(mfi.id)],
    onSuccess: ({ id: tillId, number }) =>
      void keepRound({ userId, tillId, number, mfiId: mfi.id, mfiName: mfi.name, currency, float, cash: [] }),
  });
  if (account === undefined) {
    if (!accounts.rows) return accounts.isError ? <ErrorState onRetry={accounts.retry} /> : <Skeleton shape="box" />;
    return (
      <EmptyState
        icon="coins"
        title={t('round.noTill')}
        text={t('round.noTillText')}
        action={<LinkButton href={paths.mfiAccounts(mfi.name)}>{t('accounts.page')}</LinkButton>}
      />
    );
  }
  const open = () =>
    form.attempt(() => {
      const body = { day: todayIn(mfi.timeZone), accountId: account.id, float: { amount: float, currency } };
      send.mutate({ query: { mfiId: mfi.id }, body });
    });
  return (
    <Panel title={t('round.begin')}>
      <Form onSubmit={open} busy={send.isPending} error={send.error ? errorSentence(send.error, t) : undefined}>
        <p>{t('round.beginLead')}</p>
        {tills.length > 1 && (
          <SelectField
            label={t('round.till')}
            value={account.id}
            onValueChange={(accountId) => form.set({ accountId })}
            options={tills.map(({ id, label, currency: own }) => ({ value: id, label: `${label} (${own})` }))}
          />
        )}
        <TextField
          {...form.field('float')}
          label={t('round.float', { currency })}
          hint={t('round.floatHint')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
        />
        <Row>
          <Button {...help('till')} type="submit" busy={send.isPending}>
            {t('round.begin')}
          </Button>
        </Row>
      </Form>
    </Panel>
  );
}
