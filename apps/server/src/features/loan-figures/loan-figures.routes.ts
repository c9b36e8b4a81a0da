import * as contract from '@sathi/contract/loan-figures.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { FIGURE_NAMES, type Figure, type FigureRow, figureTable } from '@sathi/domain/figure-tables.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/db.ts';
import { RefusalError, found } from '../../errors/refusal-error.ts';
import { csvMoney, csvOf } from '../../http/csv.ts';
import { mountShared } from '../../http/mount.ts';
import { findMfi } from '../mfis/mfis.repository.ts';
import { findCountedDays, listStepsOn } from './figure-steps.repository.ts';

type Asked = { readonly name?: string | undefined; readonly asOf?: CalendarDate | undefined };

/** The figures that anybody may check, as JSON and as CSV (R32). */
export function loanFigureRoutes(app: FastifyInstance): void {
  const rowsOf = async (db: Db, day: CalendarDate, mfiId: MfiId | null) =>
    figureTable(
      (await listStepsOn(db, day)).filter(({ isRest }) => !isRest),
      mfiId,
    );
  const tableOf = async (db: Db, { name, asOf }: Asked) => {
    const mfiId = name === undefined ? null : found(await findMfi(db, name)).id;
    const counted = await findCountedDays(db);
    const day = asOf ?? counted.lastDay;
    if (asOf !== undefined && !isCounted(asOf, counted)) throw new RefusalError('not_found');
    return { asOf: day, ...counted, rows: day === null ? [] : await rowsOf(db, day, mfiId) };
  };
  mountShared(app, contract.findLoanFigures, async ({ query, db }) => {
    const { rows, ...days } = await tableOf(db, query);
    return { ...days, rows: rows.map(rowAnswer) };
  });
  mountShared(app, contract.exportLoanFigures, async ({ query, db }) => {
    const { asOf, rows } = await tableOf(db, query);
    return csvOf(
      [
        { header: 'as_of', value: () => asOf },
        { header: 'quarter', value: ({ quarter }) => quarterName(quarter) ?? 'all' },
        { header: 'counted_on', value: ({ countedOn }) => countedOn },
        ...FIGURE_NAMES.map((name) => ({ header: COLUMNS[name], value: (row: FigureRow) => csvValue(row, name) })),
      ],
      rows,
    );
  });
}

function isCounted(day: CalendarDate, { firstDay, lastDay }: { firstDay: string | null; lastDay: string | null }) {
  return firstDay !== null && lastDay !== null && firstDay <= day && day <= lastDay;
}

const MONEY = ['lent', 'repaid', 'outstanding', 'writtenOff', 'forgiven'] as const satisfies readonly Figure[];
const isMoney = (name: Figure): boolean => (MONEY as readonly Figure[]).includes(name);

/** The names of the columns, the same in all languages, because other programs read these files. */
const COLUMNS: Readonly<Record<Figure, string>> = {
  loans: 'loans',
  lent: 'lent_usd',
  repaid: 'repaid_usd',
  outstanding: 'outstanding_usd',
  par1: 'par_1',
  par30: 'par_30',
  par90: 'par_90',
  repaymentRate: 'repayment_rate',
  onTime: 'on_time',
  changedPlan: 'on_changed_plan',
  defaulted: 'defaulted',
  writtenOff: 'written_off_usd',
  forgiven: 'forgiven_usd',
  daysToMoney: 'median_days_to_money',
};

function csvValue({ values, hidden }: FigureRow, name: Figure): string | number | null {
  const why = hidden[name];
  if (why !== undefined) return why === 'few' ? '<5' : 'hidden';
  const value = values[name];
  return value !== null && isMoney(name) ? csvMoney(value) : value;
}

function rowAnswer({
  quarter,
  countedOn,
  values,
  hidden,
}: FigureRow): DataOf<typeof contract.findLoanFigures>['rows'][number] {
  const { lent, repaid, outstanding, writtenOff, forgiven, ...rest } = values;
  const money = { lent, repaid, outstanding, writtenOff, forgiven } as Record<(typeof MONEY)[number], Cents | null>;
  return { quarter: quarterName(quarter), countedOn, ...rest, ...money, hidden };
}

/** The name of a quarter, such as `2026-Q1`; null for none. */
function quarterName(quarter: CalendarDate | null): string | null {
  return quarter && `${quarter.slice(0, 4)}-Q${(Number(quarter.slice(5, 7)) + 2) / 3}`;
}
