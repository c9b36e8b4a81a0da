import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Row, Stack } from '../../ui/page.tsx';

type Checked = DataOf<'checkImport'>;
type Line = Checked['lines'][number];

/** More are told by their number: a sheet with so many problems is mended from the top. */
const SHOWN_MAX = 50;

type Props = { name: string; checked: Checked; isBusy: boolean; onImport: () => void };

/** The dry run of a sheet: its lines with their problems, and the people who would come along. */
export function CheckedSheet({ name, checked: { lines, unknownColumns }, isBusy, onImport }: Props) {
  const { t } = useStaffText();
  const [isShown, setShown] = useState(false);
  const wrong = lines.filter(({ problems }) => problems.length > 0);
  const right = lines.filter(({ problems }) => problems.length === 0);
  const drafts = right.filter(({ title }) => title !== null).length;
  return (
    <Stack>
      <Banner tone={wrong.length > 0 ? 'warm' : 'good'}>
        {t('imports.checked', { name, right: right.length, all: lines.length, drafts })}
      </Banner>
      {unknownColumns.length > 0 && <p>{t('imports.unknownColumns', { columns: unknownColumns.join(', ') })}</p>}
      {wrong.length > 0 && <Problems lines={wrong} />}
      {right.length > 0 && (
        <>
          {isShown && <People lines={right} />}
          <Row>
            <Button {...help('import')} icon="check" busy={isBusy} onClick={onImport}>
              {t('imports.import', { count: right.length })}
            </Button>
            {!isShown && (
              <Button variant="quiet" onClick={() => setShown(true)}>
                {t('imports.showComing')}
              </Button>
            )}
          </Row>
        </>
      )}
    </Stack>
  );
}

function Problems({ lines }: { lines: readonly Line[] }) {
  const { t, format } = useStaffText();
  return (
    <>
      <DataTable
        caption={t('imports.problems', { count: lines.length })}
        rows={lines.slice(0, SHOWN_MAX)}
        rowKey={({ row }) => String(row)}
        columns={[
          { header: t('imports.row'), cell: ({ row }) => format.number(row) },
          { header: t('imports.person'), cell: ({ name, phone }) => <bdi>{name || phone}</bdi> },
          {
            header: t('imports.problem'),
            cell: ({ problems }) =>
              problems.map(({ column, message }) => (
                <p key={column}>
                  <bdi>{column}</bdi>: {message}
                </p>
              )),
          },
        ]}
      />
      <More count={lines.length - SHOWN_MAX} />
    </>
  );
}

function People({ lines }: { lines: readonly Line[] }) {
  const { t } = useStaffText();
  return (
    <>
      <DataTable
        caption={t('imports.coming')}
        rows={lines.slice(0, SHOWN_MAX)}
        rowKey={({ row }) => String(row)}
        columns={[
          { header: t('imports.person'), cell: ({ name }) => <bdi>{name}</bdi> },
          { header: t('imports.phone'), cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
          { header: t('imports.draft'), cell: ({ title }) => <bdi>{title ?? t('imports.noDraft')}</bdi> },
        ]}
      />
      <More count={lines.length - SHOWN_MAX} />
    </>
  );
}

function More({ count }: { count: number }) {
  const { t } = useStaffText();
  return count > 0 ? <p>{t('imports.more', { count })}</p> : null;
}
