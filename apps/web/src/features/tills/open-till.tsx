import { useState } from 'react';
import { readAmount, trimmedDecimal } from '../../lib/amount.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { keepRound, tryStore } from '../../lib/kept-cash.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useStaffText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import { useList } from '../../lib/use-list.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { BodyOf } from '../../lib/wire.ts';
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

type Props = { mfi: { id: string; name: string; timeZone: string } };

/** A round begins with the cash that the officer has with them (R22.6). */
export function OpenTill({ mfi }: Props) {
  const { t } = useStaffText();
  const accounts = useList('listMoneyAccounts', queryKeys.moneyAccounts(mfi.id), { mfiId: mfi.id });
  const { rows = [] } = accounts;
  const tills = rows.filter(({ kind, state }) => kind === 'till' && state === 'approved');
  const form = useForm(useState({ accountId: '', float: '' }), ({ float }) => ({
    float: float.trim() !== '' && readAmount(float) === null && t('awaited.amountProblem'),
  }));
  const account = tills.find(({ id }) => id === form.values.accountId) ?? tills[0];
  const currency = account?.currency ?? 'USD';
  const float = (Number(trimmedDecimal(form.values.float)) || 0).toFixed(2);
  const { open, isOpening, error } = useOpening(mfi);
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
  const begin = () => form.attempt(() => open(account.id, { amount: float, currency }));
  return (
    <Panel title={t('round.begin')}>
      <Form onSubmit={begin} busy={isOpening} error={error}>
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
          <Button {...help('till')} type="submit" busy={isOpening}>
            {t('round.begin')}
          </Button>
        </Row>
      </Form>
    </Panel>
  );
}

function useOpening({ id: mfiId, name: mfiName, timeZone }: Props['mfi']) {
  const { t } = useStaffText();
  const userId = useSession().user?.id ?? '';
  const [isLost, setLost] = useState(false);
  const send = useMoneySend('openTill', {
    invalidates: [queryKeys.tills(mfiId)],
    onSuccess: ({ id: tillId, number }, { body: { float } }) => {
      const { amount, currency } = float;
      const round = { userId, tillId, number, mfiId, mfiName, currency, float: amount, cash: [] };
      // The list of tills leads to the round all the same, which says what the device could not keep.
      keepRound(round).catch(() => {});
    },
  });
  // A till that the device cannot note would be open at the office and nowhere else.
  const open = (accountId: string, float: BodyOf<'openTill'>['float']) =>
    tryStore().then(
      () => {
        setLost(false);
        send.mutate({ query: { mfiId }, body: { day: todayIn(timeZone), accountId, float } });
      },
      () => setLost(true),
    );
  const isDayWrong = send.error?.code === 'invalid_date';
  const refusal = isDayWrong ? t('round.wrongDay') : send.error ? errorSentence(send.error, t) : undefined;
  return { open, isOpening: send.isPending, error: isLost ? t('round.notKept') : refusal };
}
