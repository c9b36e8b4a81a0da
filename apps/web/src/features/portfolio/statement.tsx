import { PURPOSE_TEXTS } from '@sathi/texts/statement-purposes.ts';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api.ts';
import { help } from '../../lib/help-mode.ts';
import { downloadFile } from '../../lib/download.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useMoneyText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Rows } from '../../ui/rows.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import { monthName } from './months.ts';
import styles from './portfolio.module.css';
import { PeriodFields } from './period-fields.tsx';
import { type ChosenPeriod, type Period, periodOf } from './statement-period.ts';
import type { useStatement } from './use-statement.ts';

type StatementRow = DataOf<'findStatement'>['rows'][number];

type Props = {
  /** The name of its owner, for paper. */
  name: string;
  /** `YYYY-MM-DD` */
  today: string;
  chosen: ChosenPeriod;
  onChoose: (chosen: ChosenPeriod) => void;
  statement: ReturnType<typeof useStatement>;
};

/** Every movement of the reader's own money in a period, with the credit before, after each and at the end. */
export function Statement({ name, today, chosen, onChoose, statement }: Props) {
  const { t } = useMoneyText();
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

/** Undefined where the list is complete already. */
function showsAll(chosen: ChosenPeriod, onChoose: Props['onChoose']): (() => void) | undefined {
  return chosen.choice === 'all' ? undefined : () => onChoose({ choice: 'all', from: '', to: '' });
}

/** The buttons that save the statement as a file or print it, and the link to the letter of the year. */
function Ways({ period, statement }: { period: Period | null; statement: Props['statement'] }) {
  const { t } = useMoneyText();
  const mfiName = useMfiName();
  const printing = useMutation<void, ApiError, void>({
    mutationFn: statement.loadAll,
    // Rows that have just arrived are drawn first.
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
        {...help('print')}
        variant="quiet"
        disabled={period === null}
        busy={printing.isPending}
        onClick={() => printing.mutate()}
      >
        {t('portfolio.statement.print')}
      </Button>
      <LinkButton href={paths.yearLetter(mfiName)} variant="quiet" icon="mail">
        {t('letter.open')}
      </LinkButton>
      {printing.error && <FormError>{errorSentence(printing.error, t)}</FormError>}
    </Row>
  );
}

function PaperHead({ name, period: { from, to = '' }, today }: { name: string; period: Period; today: string }) {
  const { t, format } = useMoneyText();
  const end = format.date(to || today);
  return (
    <>
      <p>{t('portfolio.statement.of', { name })}</p>
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
  const { t, format } = useMoneyText();
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
        <MovementRows rows={statement.rows} />
      )}
      <MoreButton list={statement} />
    </Stack>
  );
}

/** Month by month, each with the sum of what came and went. */
export function MovementRows({ rows }: { rows: readonly StatementRow[] }) {
  const { t, format } = useMoneyText();
  const mfiName = useMfiName();
  const months = [...Map.groupBy(rows, ({ date }) => date.slice(0, 7))];
  return months.map(([month, moved]) => {
    const name = monthName(month, { month: 'long', year: 'numeric' }, format.tag);
    return (
      <section key={month} aria-label={name}>
        <h3 className={styles.month}>
          <span>{name}</span>
          <span>{signed(moneyMoved(moved), format.money)}</span>
        </h3>
        <Rows
          label={name}
          rows={moved.map((row) => {
            const { id, proposalId, title, purpose, date, credit, creditAfter, givenUp } = row;
            return {
              // One event can touch two loans, and the ids of events are counted in each.
              key: `${proposalId}-${id}`,
              href: proposalId === null ? paths.home(title) : paths.proposal(mfiName, proposalId),
              title,
              figure: signed(moneyMoved([row]), format.money) || format.money(givenUp),
              about: format.joined([format.date(date.slice(0, 10)), t(PURPOSE_TEXTS[purpose])]),
              note: credit !== 0 && t('portfolio.statement.creditAfter', { amount: format.money(creditAfter) }),
            };
          })}
        />
      </section>
    );
  });
}

/** The sum of the money that moved, in dollars, without the rounding errors of floating point. */
function moneyMoved(rows: readonly StatementRow[]): number {
  return Math.round(rows.reduce((sum, { outside, credit }) => sum + outside + credit, 0) * 100) / 100;
}

/** Empty where no money moved. The plus is where a minus is, also in a right-to-left line. */
function signed(dollars: number, money: (dollars: number) => string): string {
  if (dollars === 0) return '';
  return dollars > 0 ? money(dollars).replace('$', '+$$') : money(dollars);
}
