import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StaffText, useStaffText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { ROLE_WORDS } from './staff-words.ts';
import type { StaffRow } from './use-staff.ts';

/** The people of an office, each with what a manager may do about them. */
export function StaffTable({ mfiId, rows }: { mfiId: string; rows: readonly StaffRow[] }) {
  const { t, format } = useStaffText();
  const actions = useStaffActions(mfiId);
  return (
    <Stack>
      {actions.error && <FormError>{errorSentence(actions.error, t)}</FormError>}
      <DataTable
        caption={t('staff.table')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('staff.name'),
            cell: (row) => <bdi>{row.isSelf ? t('staff.you', { name: row.name }) : row.name}</bdi>,
          },
          { header: t('staff.phone'), cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
          { header: t('staff.role'), cell: ({ role }) => t(ROLE_WORDS[role]) },
          { header: t('staff.state'), cell: (row) => <State row={row} text={{ t, format }} /> },
          { header: t('staff.actions'), cell: (row) => <Actions row={row} actions={actions} /> },
        ]}
      />
    </Stack>
  );
}

function State({ row, text: { t, format } }: { row: StaffRow; text: Pick<StaffText, 't' | 'format'> }) {
  const until = row.endsAt === null ? '' : format.date(row.endsAt);
  if (row.resetsFactor)
    return <Badge tone="warm">{t('staff.state.reset', { name: row.enteredByName ?? '', date: until })}</Badge>;
  if (row.askedRole !== null)
    return <Badge tone="warm">{t('staff.state.asked', { name: row.enteredByName ?? '', date: until })}</Badge>;
  if (row.state === 'entered')
    return <Badge tone="warm">{t('staff.state.entered', { name: row.enteredByName ?? '', date: until })}</Badge>;
  if (row.state === 'approved') return <Badge tone="info">{t('staff.state.approved', { date: until })}</Badge>;
  return <Badge tone="good">{t('staff.state.active')}</Badge>;
}

function Actions({ row, actions }: { row: StaffRow; actions: StaffActions }) {
  const { t } = useStaffText();
  const { id, name, role, state, askedRole } = row;
  const other = role === 'manager' ? 'officer' : 'manager';
  const isWaiting = askedRole !== null || row.resetsFactor;
  return (
    <Row>
      {row.mayConfirm && (
        <Button {...help('staff')} small busy={actions.busy} onClick={() => actions.confirm(row)}>
          {t('staff.confirm', { name })}
        </Button>
      )}
      {state === 'active' && !isWaiting && !row.isLastManager && (
        <Button {...help('staff')} small variant="quiet" busy={actions.busy} onClick={() => actions.change(id, other)}>
          {t(other === 'manager' ? 'staff.makeManager' : 'staff.makeOfficer', { name })}
        </Button>
      )}
      {row.mayReset && (
        <Button {...help('staff')} small variant="quiet" busy={actions.busy} onClick={() => actions.resetFactor(row)}>
          {t('staff.reset', { name })}
        </Button>
      )}
      {row.hasFactor && !row.isSelf && !isWaiting && !row.mayReset && <span>{t('staff.resetByOperator')}</span>}
      {!row.isLastManager && (
        <Button {...help('staff')} small variant="quiet" busy={actions.busy} onClick={() => actions.remove(row)}>
          {t('staff.remove', { name })}
        </Button>
      )}
    </Row>
  );
}

type StaffActions = ReturnType<typeof useStaffActions>;

export function useStaffActions(mfiId: string) {
  const { t } = useStaffText();
  const ask = useConfirm();
  const invalidates = [queryKeys.staff(mfiId), queryKeys.staffToConfirm(mfiId)];
  const change = useSend('changeStaff', {
    invalidates,
    onSuccess: ({ state }) => toast.success(t(state === 'entered' ? 'staff.waits' : 'staff.saved')),
  });
  const remove = useSend('removeStaff', { invalidates, onSuccess: () => toast.success(t('staff.removed')) });
  return {
    busy: change.isPending || remove.isPending,
    error: change.error ?? remove.error,
    confirm: async ({ id, name, phone, resetsFactor }: Pick<StaffRow, 'id' | 'name' | 'phone' | 'resetsFactor'>) => {
      const message = t(resetsFactor ? 'staff.confirmReset' : 'staff.confirmQuestion', { name, phone });
      if (await ask({ message, yes: t('phoneChange.confirm') }))
        change.mutate({ query: { mfiId, id }, body: { state: 'approved' } });
    },
    change: (id: string, role: StaffRow['role']) => change.mutate({ query: { mfiId, id }, body: { role } }),
    resetFactor: async ({ id, name }: StaffRow) => {
      if (await ask({ message: t('staff.resetQuestion', { name }), yes: t('staff.reset', { name }) }))
        change.mutate({ query: { mfiId, id }, body: { resetFactor: true } });
    },
    remove: async ({ id, name }: StaffRow) => {
      if (await ask({ message: t('staff.removeQuestion', { name }), yes: t('staff.remove', { name }) }))
        remove.mutate({ query: { mfiId, id } });
    },
  };
}
