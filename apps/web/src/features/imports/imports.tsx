import {
  DRAFT_COLUMNS,
  FREE_COLUMNS,
  IMPORT_BYTES_MAX,
  IMPORT_COLUMNS,
  NEEDED_COLUMNS,
} from '@sathi/domain/imports.ts';
import { useState } from 'react';
import { keepFile } from '../../lib/download.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { DropArea } from '../../ui/drop-area.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { CheckedSheet } from './checked-sheet.tsx';
import { ImportList } from './import-list.tsx';
import { readSheet } from './read-sheet.ts';

const COLUMNS = {
  needed: NEEDED_COLUMNS.join(', '),
  draft: DRAFT_COLUMNS.join(', ').replace(', local', ' / local + currency'),
  free: FREE_COLUMNS.filter((column) => column !== 'currency').join(', '),
};

/** Staff bring people and their draft proposals along from a sheet, and see who came (R31.5). */
export function Imports({ mfiId }: { mfiId: string }) {
  return (
    <Stack>
      <BringAlong mfiId={mfiId} />
      <ImportList mfiId={mfiId} />
    </Stack>
  );
}

function BringAlong({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const { sheet, problem, open, close } = useSheet();
  const check = useSend('checkImport');
  const send = useSend('importPeople', {
    invalidates: [queryKeys.imports(mfiId)],
    onSuccess: ({ linesCount }) => {
      toast.success(t('imports.done', { count: linesCount }));
      close();
    },
  });
  const choose = async (file: File) => {
    send.reset();
    check.reset();
    const text = await open(file);
    if (text !== null) check.mutate({ query: { mfiId }, body: { text } });
  };
  const error = send.error ?? check.error;
  return (
    <Panel title={t('imports.bring')}>
      <Stack>
        <p>{t('imports.lead')}</p>
        <p>{t('imports.columns', COLUMNS)}</p>
        <Row>
          <Button variant="quiet" onClick={keepEmptySheet}>
            {t('imports.emptySheet')}
          </Button>
        </Row>
        <DropArea
          hint={t('imports.drop')}
          label={t('desk.choose')}
          action="import"
          isBusy={check.isPending || send.isPending}
          isQuiet={sheet !== null && check.data !== undefined}
          onFile={(file) => void choose(file)}
        />
        {problem && <FormError>{t(problem)}</FormError>}
        {error && <FormError>{errorSentence(error, t)}</FormError>}
        {sheet && check.data && (
          <CheckedSheet
            name={sheet.name}
            checked={check.data}
            isBusy={send.isPending}
            onImport={() => send.mutate({ query: { mfiId }, body: sheet })}
          />
        )}
      </Stack>
    </Panel>
  );
}

type Sheet = { name: string; text: string };

/** The file that was chosen, once it could be read. */
function useSheet() {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [problem, setProblem] = useState<'imports.tooLarge' | 'imports.notText' | null>(null);
  const open = async (file: File): Promise<string | null> => {
    const text = file.size > IMPORT_BYTES_MAX ? null : await readSheet(file);
    setProblem(file.size > IMPORT_BYTES_MAX ? 'imports.tooLarge' : text === null ? 'imports.notText' : null);
    setSheet(text === null ? null : { name: file.name.slice(0, 120), text });
    return text;
  };
  return { sheet, problem, open, close: () => setSheet(null) };
}

/** Keeps an empty sheet on the device, with the mark by which spreadsheets know UTF-8. */
function keepEmptySheet(): void {
  keepFile(new Blob([`\ufeff${IMPORT_COLUMNS.join(',')}\r\n`], { type: 'text/csv' }), 'sathi-people.csv');
}
