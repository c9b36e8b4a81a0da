import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';

type Import = DataOf<'listImports'>[number];

/** The imports of an institution, newest first, each with who came, and undone within a day (R31.5). */
export function ImportList({ mfiId }: { mfiId: string }) {
  const imports = useList('listImports', queryKeys.imports(mfiId), { mfiId });
  if (imports.isError && !imports.rows) return <ErrorState onRetry={imports.retry} />;
  if (!imports.rows) return <Skeleton shape="box" />;
  return (
    <>
      {imports.rows.map((each) => (
        <Imported key={each.id} mfiId={mfiId} of={each} />
      ))}
      <MoreButton list={imports} />
    </>
  );
}

function Imported({ mfiId, of }: { mfiId: string; of: Import }) {
  const { t, format } = useStaffText();
  const [isOpen, setOpen] = useState(false);
  const { id, name, enteredAt, undoneAt, canUndo } = of;
  return (
    <Card padded>
      <Stack gap="tight">
        <h2 dir="auto">{name}</h2>
        <p>{undoneAt === null ? <Counts of={of} /> : t('imports.undoneOn', { date: format.date(undoneAt) })}</p>
        <p>{t('imports.enteredOn', { date: format.date(enteredAt) })}</p>
        {undoneAt === null && (
          <Row>
            <Button small variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'imports.hidePeople' : 'imports.showPeople')}
            </Button>
            {canUndo && <Undo mfiId={mfiId} id={id} />}
          </Row>
        )}
        {isOpen && <Lines mfiId={mfiId} id={id} />}
      </Stack>
    </Card>
  );
}

/** The time from which people are told stands there as long as it lies ahead. */
function Counts({ of: { linesCount, draftsCount, claimedCount, toldFrom, canUndo } }: { of: Import }) {
  const { t, format } = useStaffText();
  const counts = t('imports.counts', { count: linesCount, drafts: draftsCount, came: claimedCount });
  return canUndo ? `${counts} ${t('imports.toldFrom', { time: format.dateTime(toldFrom) })}` : counts;
}

function Undo({ mfiId, id }: { mfiId: string; id: string }) {
  const { t } = useStaffText();
  const confirm = useConfirm();
  const send = useSend('undoImport', {
    invalidates: [queryKeys.imports(mfiId)],
    onSuccess: () => toast.success(t('imports.undone')),
  });
  const undo = async () => {
    const isSure = await confirm({ message: t('imports.undoQuestion'), yes: t('imports.undo') });
    if (isSure) send.mutate({ query: { mfiId, id } });
  };
  return (
    <>
      <Button {...help('import')} small variant="quiet" busy={send.isPending} onClick={() => void undo()}>
        {t('imports.undo')}
      </Button>
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
    </>
  );
}

function Lines({ mfiId, id }: { mfiId: string; id: string }) {
  const { t } = useStaffText();
  const lines = useList('listImportLines', [...queryKeys.imports(mfiId), id], { mfiId, id });
  if (lines.isError && !lines.rows) return <ErrorState onRetry={lines.retry} />;
  if (!lines.rows) return <Skeleton shape="box" />;
  return (
    <>
      <DataTable
        isDense
        caption={t('imports.people')}
        rows={lines.rows}
        rowKey={(line) => line.id}
        columns={[
          { header: t('imports.person'), cell: ({ name }) => <bdi>{name ?? t('imports.erasedName')}</bdi> },
          { header: t('imports.phone'), cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
          { header: t('imports.draft'), cell: ({ title }) => <bdi>{title ?? t('imports.noDraft')}</bdi> },
          { header: t('imports.state'), cell: ({ state }) => t('imports.stateOf', { state }) },
        ]}
      />
      <MoreButton list={lines} />
    </>
  );
}
