import { Link } from 'wouter';
import type { ApiError } from '../../lib/api-error.ts';
import { demo } from '../../lib/demo-mode.ts';
import { downloadFile } from '../../lib/download.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useTask } from '../../lib/use-task.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import styles from './portfolio.module.css';
import { PeriodFields } from './period-fields.tsx';
import { type ChosenPeriod, type Period, periodOf } from './statement-period.ts';
import type { useStatement } from './use-statement.ts';

type StatementRow = DataOf<'findStatement'>['rows'][number];

const PURPOSES: Record<StatementRow['purpose'], TextKey> = {
  backing: 'portfolio.purpose.backing',
  backing_released: 'portfolio.purpose.backingReleased',
  withdrawal: 'portfolio.purpose.withdrawal',
  withdrawal_failed: 'portfolio.purpose.withdrawalFailed',
  repayment_entered: 'portfolio.purpose.repaymentEntered',
  repayment_rejected: 'portfolio.purpose.repaymentRejected',
  share_received: 'portfolio.purpose.shareReceived',
};

type Props = {
  /** Whose it is, for paper. */
  name: string;
  /** `YYYY-MM-DD` */
  today: string;
  chosen: ChosenPeriod;
  onChoose: (chosen: ChosenPeriod) => void;
  statement: ReturnType<typeof useStatement>;
};

/** Every movement of the reader's own money in a period, with the credit before, after each and at the end. */
export function Statement({ name, today, chosen, onChoose, statement }: Props) {
  const { t } = useText();
  const period = periodOf(chosen, today);
  return (
    <Panel title={t('portfolio.statement.title')} aside={<Ways period={period} statement={statement} />}>
      <div data-print="only">
        <PaperHead name={name} period={period ?? {}} today={today} />
      </div>
      <div data-print="never">
        <PeriodFields chosen={chosen} onChoose={onChoose} isBackwards={period === null} today={today} />
      </div>
      {statement.totals ? (
        <div className={statement.isRefreshing ? styles.refreshing : undefined} aria-busy={statement.isRefreshing}>
          <Movements statement={statement} totals={statement.totals} onShowAll={showsAll(chosen, onChoose)} />
        </div>
      ) : (
        statement.isError && <ErrorState onRetry={statement.retry} />
      )}
    </Panel>
  );
}

/** Undefined where everything is shown already. */
function showsAll(chosen: ChosenPeriod, onChoose: Props['onChoose']): (() => void) | undefined {
  return chosen.choice === 'all' ? undefined : () => onChoose({ choice: 'all', from: '', to: '' });
}

/** To keep it as a file or on paper. */
function Ways({ period, statement }: { period: Period | null; statement: Props['statement'] }) {
  const { t } = useText();
  const printing = useTask<void, ApiError, void>({
    run: statement.loadAll,
    // What has just arrived is drawn first.
    onSuccess: () => void setTimeout(() => window.print()),
  });
  return (
    <Row>
      <DownloadButton
        disabled={period === null}
        download={() => downloadFile('exportStatement', { query: { ...period } }, 'sathi-statement.csv')}
      >
        {t('portfolio.statement.download')}
      </DownloadButton>
      <Button
        {...demo('print')}
        variant="quiet"
        disabled={period === null}
        busy={printing.isPending}
        onClick={() => printing.mutate()}
      >
        {t('portfolio.statement.print')}
      </Button>
      {printing.error && <FormError>{errorSentence(printing.error, t)}</FormError>}
    </Row>
  );
}

function PaperHead({ name, period: { from, to = '' }, today }: { name: string; period: Period; today: string }) {
  const { t, format } = useText();
  const end = format.date(to || today);
  return (
    <>
      <p>{t('portfolio.statement.of', { name: format.isolate(name) })}</p>
      <p>
        {from
          ? t('portfolio.statement.between', { from: format.date(from), to: end })
          : t('portfolio.statement.until', { to: end })}
      </p>
    </>
  );
}

type MovementsProps = {
  statement: Props['statement'];
  totals: NonNullable<Props['statement']['totals']>;
  onShowAll: (() => void) | undefined;
};

function Movements({ statement, totals, onShowAll }: MovementsProps) {
  const { t, format } = useText();
  return (
    <Stack>
      <SummaryFigures
        figures={[
          { label: t('portfolio.statement.opening'), value: format.money(totals.openingCredit) },
          { label: t('portfolio.statement.paidIn'), value: format.money(totals.paidIn) },
          { label: t('portfolio.statement.paidOut'), value: format.money(totals.paidOut) },
          { label: t('portfolio.statement.closing'), value: format.money(totals.closingCredit) },
        ]}
      />
      {statement.rows.length === 0 ? (
        <EmptyState
          icon="history"
          title={t('portfolio.statement.empty')}
          {...(onShowAll && { text: t('portfolio.statement.emptyText') })}
          action={
            onShowAll && (
              <Button variant="quiet" onClick={onShowAll}>
                {t('portfolio.statement.showAll')}
              </Button>
            )
          }
        />
      ) : (
        <MovementsTable rows={statement.rows} />
      )}
      <MoreButton list={statement} />
    </Stack>
  );
}

function MovementsTable({ rows }: { rows: readonly StatementRow[] }) {
  const { t, format } = useText();
  return (
    <DataTable
      caption={t('portfolio.statement.caption')}
      rows={rows}
      // One event can touch two loans, and the ids of events are counted in each.
      rowKey={({ proposalId, id }) => `${proposalId}-${id}`}
      columns={[
        { header: t('money.date'), cell: ({ date }) => format.date(date.slice(0, 10)) },
        { header: t('portfolio.statement.what'), cell: (row) => <What row={row} /> },
        {
          header: t('portfolio.statement.outside'),
          cell: ({ outside }) => signed(outside, format.money),
          numeric: true,
        },
        { header: t('portfolio.statement.change'), cell: ({ credit }) => signed(credit, format.money), numeric: true },
        { header: t('portfolio.credit'), cell: ({ creditAfter }) => format.money(creditAfter), numeric: true },
      ]}
    />
  );
}

function What({ row }: { row: StatementRow }) {
  const { t } = useText();
  const mfiName = useMfiName();
  return (
    <>
      {t(PURPOSES[row.purpose])}
      <br />
      <Link href={paths.proposal(mfiName, row.proposalId)} dir="auto">
        {row.title}
      </Link>
    </>
  );
}

/** Nothing where nothing moved. The plus is where a minus is, also in a right-to-left line. */
function signed(dollars: number, money: (dollars: number) => string): string {
  if (dollars === 0) return '';
  return dollars > 0 ? money(dollars).replace('$', '+$$') : money(dollars);
}
