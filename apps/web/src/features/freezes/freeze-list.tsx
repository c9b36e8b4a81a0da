import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';

type FreezeRow = DataOf<'listFreezes'>[number];

/** The people and proposals that an institution has stopped. A manager enters that it goes on, a second person confirms (R34.3, R34.7). */
export function FreezeList({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const freezes = useList('listFreezes', queryKeys.freezes(mfiId), { mfiId });
  const undoing = useUndoing(mfiId);
  if (freezes.isError && !freezes.rows) return <ErrorState onRetry={freezes.retry} />;
  if (!freezes.rows) return <Skeleton shape="box" />;
  if (freezes.rows.length === 0)
    return <EmptyState icon="check-circle" title={t('freeze.none')} text={t('freeze.noneText')} />;
  return (
    <Stack>
      {undoing.error && <FormError>{errorSentence(undoing.error, t)}</FormError>}
      {freezes.rows.map((row) => (
        <FreezeCard key={row.id} row={row} undoing={undoing} />
      ))}
      <MoreButton list={freezes} />
    </Stack>
  );
}

type CardProps = { row: FreezeRow; undoing: ReturnType<typeof useUndoing> };

function FreezeCard({ row, undoing }: CardProps) {
  const { t, format } = useStaffText();
  const { undoEnteredByName, undoEndsAt } = row;
  return (
    <Card padded>
      <Stack gap="tight">
        <h2 dir="auto">{nameOf(row)}</h2>
        <p dir="auto">{row.reason}</p>
        <p>{t('freeze.by', { name: row.frozenByName, date: format.date(row.frozenAt) })}</p>
        {undoEnteredByName !== null && undoEndsAt !== null && (
          <Badge tone="warm">{t('freeze.waits', { name: undoEnteredByName, date: format.date(undoEndsAt) })}</Badge>
        )}
        <Row>
          {row.mayConfirm && (
            <Button {...help('freeze')} small busy={undoing.busy} onClick={() => undoing.confirm(row)}>
              {t('freeze.confirm')}
            </Button>
          )}
          {row.mayEnter && (
            <Button {...help('freeze')} small variant="quiet" busy={undoing.busy} onClick={() => undoing.enter(row)}>
              {t('freeze.undo')}
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  );
}

function nameOf({ title, personName }: FreezeRow): string {
  return title ?? personName;
}

function useUndoing(mfiId: string) {
  const { t } = useStaffText();
  const ask = useConfirm();
  const invalidates = [queryKeys.freezes(mfiId), queryKeys.proposals];
  const enter = useSend('enterUnfreeze', { invalidates, onSuccess: () => toast.success(t('freeze.undoEntered')) });
  const confirm = useSend('confirmUnfreeze', { invalidates, onSuccess: () => toast.success(t('freeze.undone')) });
  return {
    busy: enter.isPending || confirm.isPending,
    error: enter.error ?? confirm.error,
    enter: async (row: FreezeRow) => {
      if (await ask({ message: t('freeze.undoQuestion', { title: nameOf(row) }), yes: t('freeze.undo') }))
        enter.mutate({ query: { mfiId, id: row.id } });
    },
    confirm: async (row: FreezeRow) => {
      if (await ask({ message: t('freeze.confirmQuestion', { title: nameOf(row) }), yes: t('phoneChange.confirm') }))
        confirm.mutate({ query: { mfiId, id: row.id }, body: { state: 'approved' } });
    },
  };
}
