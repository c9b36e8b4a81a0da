import { useMoneyText } from '../../lib/text.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import styles from './portfolio.module.css';
import type { YearLetter as Letter } from './use-year-letter.ts';

type Props = { letter: Letter; name: string; today: string };

/** The money of one person in one year, in words and loan by loan, as it goes on paper. */
export function YearLetter({ letter, name, today }: Props) {
  const { t, format } = useMoneyText();
  const { from, to, lent, borrowed } = letter;
  return (
    <Stack gap="loose">
      <Panel title={t('letter.of', { name })}>
        <p>{t('portfolio.statement.between', { from: format.date(from), to: format.date(to) })}</p>
        {to < `${letter.year}-12-31` && <p>{t('letter.notOver')}</p>}
        <div className={styles.sentence}>
          {lent.some(wasOut) && <p>{lentSentence(letter, { t, format })}</p>}
          {lent.some(({ ended }) => ended !== 0) && <p>{endedSentence(letter, { t, format })}</p>}
          {borrowed.length > 0 && <p>{borrowedSentence(letter, { t, format })}</p>}
          {lent.length + borrowed.length === 0 && <p>{t('letter.nothing')}</p>}
        </div>
        <SummaryFigures
          figures={[
            { label: t('portfolio.statement.opening'), value: format.money(letter.openingCredit) },
            { label: t('portfolio.statement.paidIn'), value: format.money(letter.paidIn) },
            { label: t('portfolio.statement.paidOut'), value: format.money(letter.paidOut) },
            { label: t('portfolio.statement.closing'), value: format.money(letter.closingCredit) },
          ]}
        />
        <p className={styles.next}>{t('letter.note', { date: format.date(today) })}</p>
      </Panel>
      {lent.length + borrowed.length > 0 && (
        <Panel title={t('letter.loans')}>
          {lent.length > 0 && <LentLoans lent={lent} />}
          {borrowed.length > 0 && <OwnLoans borrowed={borrowed} />}
        </Panel>
      )}
    </Stack>
  );
}

type Words = Pick<ReturnType<typeof useMoneyText>, 't' | 'format'>;

function lentSentence({ lent, year, to }: Letter, { t, format }: Words): string {
  const sum = (key: 'lent' | 'cameBack' | 'stillOut') => format.money(sumOf(lent.map((loan) => loan[key])));
  return t('letter.lentText', {
    year: String(year),
    count: lent.filter(wasOut).length,
    lent: sum('lent'),
    back: sum('cameBack'),
    out: sum('stillOut'),
    date: format.date(to),
  });
}

/** A backing that ended before it was lent was never out, and its loan does not count. */
function wasOut({ lent, cameBack, forgiven, lost, stillOut }: LentLoan): boolean {
  return [lent, cameBack, forgiven, lost, stillOut].some((sum) => sum !== 0);
}

function endedSentence({ lent, year }: Letter, { t, format }: Words): string {
  return t('letter.endedText', { year: String(year), ended: format.money(sumOf(lent.map(({ ended }) => ended))) });
}

function borrowedSentence({ borrowed, year, to }: Letter, { t, format }: Words): string {
  const sum = (key: 'received' | 'repaid' | 'outstanding') => format.money(sumOf(borrowed.map((loan) => loan[key])));
  return t('letter.borrowedText', {
    year: String(year),
    received: sum('received'),
    repaid: sum('repaid'),
    outstanding: sum('outstanding'),
    date: format.date(to),
  });
}

/** Dollars of the wire, added up without the dust of floating point. */
function sumOf(dollars: readonly number[]): number {
  return Math.round(dollars.reduce((sum, each) => sum + each, 0) * 100) / 100;
}

type LentLoan = Letter['lent'][number];

function LentLoans({ lent }: { lent: Letter['lent'] }) {
  const { t, format } = useMoneyText();
  const money = (
    header: string,
    key: 'lent' | 'cameBack' | 'ended' | 'forgiven' | 'lost' | 'stillOut',
  ): Column<LentLoan> => ({
    header,
    cell: (loan) => format.money(loan[key]),
    numeric: true,
  });
  return (
    <DataTable
      caption={t('letter.lent')}
      rows={lent}
      rowKey={({ proposalId }) => proposalId}
      columns={[
        { header: t('letter.loan'), cell: ({ title }) => <bdi>{title}</bdi> },
        { header: t('letter.mfi'), cell: ({ mfiName }) => mfiName },
        money(t('letter.lentColumn'), 'lent'),
        money(t('letter.cameBack'), 'cameBack'),
        ...(lent.some(({ ended }) => ended !== 0) ? [money(t('letter.ended'), 'ended')] : []),
        ...(lent.some(({ forgiven }) => forgiven !== 0) ? [money(t('letter.forgiven'), 'forgiven')] : []),
        ...(lent.some(({ lost }) => lost !== 0) ? [money(t('letter.lost'), 'lost')] : []),
        money(t('letter.stillOut'), 'stillOut'),
      ]}
    />
  );
}

function OwnLoans({ borrowed }: { borrowed: Letter['borrowed'] }) {
  const { t, format } = useMoneyText();
  return (
    <DataTable
      caption={t('letter.borrowed')}
      rows={borrowed}
      rowKey={({ proposalId }) => proposalId}
      columns={[
        { header: t('letter.loan'), cell: ({ title }) => <bdi>{title}</bdi> },
        { header: t('letter.mfi'), cell: ({ mfiName }) => mfiName },
        { header: t('letter.received'), cell: ({ received }) => format.money(received), numeric: true },
        { header: t('letter.repaid'), cell: ({ repaid }) => format.money(repaid), numeric: true },
        { header: t('letter.outstanding'), cell: ({ outstanding }) => format.money(outstanding), numeric: true },
      ]}
    />
  );
}
