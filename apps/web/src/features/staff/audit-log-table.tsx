import { ACT_WORDS } from '../../lib/act-words.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { DataOf } from '../../lib/wire.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Act = DataOf<'listAuditLog'>[number];

/** The acts of the staff of an office, newest first (R34.5). */
export function AuditLogTable({ mfiId }: { mfiId: string }) {
  const { t, format } = useStaffText();
  const log = useList('listAuditLog', queryKeys.auditLog(mfiId), { mfiId });
  if (!log.rows) return log.isError ? <ErrorState onRetry={log.retry} /> : <Skeleton shape="box" />;
  if (log.rows.length === 0) return <p>{t('staff.log.empty')}</p>;
  return (
    <Stack>
      <DataTable
        caption={t('staff.log.table')}
        rows={log.rows}
        rowKey={({ id }) => id}
        columns={[
          { header: t('staff.log.at'), cell: ({ at }) => format.dateTime(at) },
          { header: t('staff.log.who'), cell: (act) => <Who act={act} /> },
          { header: t('staff.log.what'), cell: ({ action }) => <What action={action} /> },
          { header: t('staff.log.network'), cell: ({ network }) => <bdi dir="ltr">{network}</bdi> },
        ]}
      />
      <MoreButton list={log} />
    </Stack>
  );
}

function Who({ act: { actorName, enteredByName, selfApproved } }: { act: Act }) {
  const { t } = useStaffText();
  const name = actorName ?? t('staff.log.operator');
  if (selfApproved) return <bdi>{t('staff.log.alone', { name })}</bdi>;
  return <bdi>{enteredByName === null ? name : t('staff.log.pair', { name, other: enteredByName })}</bdi>;
}

function What({ action }: { action: string }) {
  const { t } = useStaffText();
  const words = ACT_WORDS[action as keyof typeof ACT_WORDS];
  return words === undefined ? <bdi dir="ltr">{action}</bdi> : t(words);
}
