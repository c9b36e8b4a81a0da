import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { useList } from '../../lib/use-list.ts';
import { useReason } from '../../lib/use-reason.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

type Debt = DataOf<'listDebts'>[number];
type Props = { mfiId: string; list: ReturnType<typeof useList<'listDebts'>> };

/** People whose credit is below zero; after 180 days one of the office enters that the MFI pays, another confirms (R20.11). */
export function DebtsPanel({ mfiId, list }: Props) {
  const { t, format } = useStaffText();
  const [asked, setAsked] = useState<Debt | null>(null);
  const confirm = useMoneySend('confirmDebtTakeover', {
    invalidates: [queryKeys.desk(mfiId)],
    onSuccess: () => toast.success(t('debts.done')),
  });
  const ask = useConfirm();
  const confirmOne = async ({ entry, name, amount }: Debt) => {
    const message = t('debts.confirmQuestion', { amount: format.money(amount), name });
    if (entry === null || !(await ask({ message, yes: t('debts.confirm') }))) return;
    confirm.mutate({ query: { mfiId, id: entry.id }, body: { state: 'approved' } });
  };
  return (
    <Panel title={t('debts.title')}>
      {confirm.error && <FormError>{errorSentence(confirm.error, t)}</FormError>}
      <DataTable
        caption={t('debts.title')}
        rows={list.rows ?? []}
        rowKey={({ personId }) => personId}
        columns={[
          { header: t('debts.person'), cell: ({ name }) => <bdi>{name}</bdi> },
          { header: t('gifts.amount'), numeric: true, cell: ({ amount }) => format.money(amount) },
          { header: t('debts.since'), cell: ({ since }) => format.date(since) },
          {
            header: t('debts.takeOver'),
            cell: (debt) => (
              <>
                {debt.entry && <p>{t('debts.waits', { name: debt.entry.enteredByName, reason: debt.entry.reason })}</p>}
                <DebtButton
                  debt={debt}
                  busy={confirm.isPending}
                  onEnter={() => setAsked(debt)}
                  onConfirm={() => void confirmOne(debt)}
                />
              </>
            ),
          },
        ]}
      />
      <MoreButton list={list} />
      {asked && <TakeOverDialog mfiId={mfiId} debt={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

type ButtonProps = { debt: Debt; busy: boolean; onEnter: () => void; onConfirm: () => void };

function DebtButton({ debt: { name, entry, mayEnter, mayConfirm }, busy, onEnter, onConfirm }: ButtonProps) {
  const { t } = useStaffText();
  if (mayConfirm && entry !== null)
    return (
      <Button {...help('ownMoney')} small busy={busy} aria-label={t('debts.confirmOf', { name })} onClick={onConfirm}>
        {t('debts.confirm')}
      </Button>
    );
  if (!mayEnter) return null;
  return (
    <Button {...help('ownMoney')} small variant="quiet" aria-label={t('debts.takeOverOf', { name })} onClick={onEnter}>
      {t('debts.takeOver')}
    </Button>
  );
}

export function TakeOverDialog({ mfiId, debt, onClose }: { mfiId: string; debt: Debt; onClose: () => void }) {
  const { t, format } = useStaffText();
  const { personId, name, amount } = debt;
  const send = useMoneySend('enterDebtTakeover', {
    invalidates: [queryKeys.desk(mfiId)],
    onSuccess: () => {
      toast.success(t('debts.entered'));
      form.forget();
      onClose();
    },
  });
  const form = useReason(`take-over.${mfiId}.${personId}`);
  const submit = () => send.mutate({ query: { mfiId, personId }, body: { reason: form.values.reason.trim() } });
  return (
    <FormDialog
      title={t('debts.takeOverOf', { name })}
      onClose={onClose}
      onSubmit={() => form.attempt(submit)}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('ownMoney'), children: t('debts.takeOver') }}
    >
      <p>{t('debts.lead', { amount: format.money(amount), name })}</p>
      <TextAreaField label={t('money.reason')} maxLength={REASON_LENGTH_MAX} {...form.field('reason')} />
    </FormDialog>
  );
}
