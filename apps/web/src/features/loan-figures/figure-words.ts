import type { MoneyText, MoneyTextKey } from '../../lib/text.tsx';
import type { FigureRow } from './use-loan-figures.ts';

/** The figures of the two tables, in the order of their columns. */
export const MONEY_FIGURES = ['loans', 'lent', 'repaid', 'outstanding', 'writtenOff', 'forgiven'] as const;
export const TIME_FIGURES = [
  'par1',
  'par30',
  'par90',
  'repaymentRate',
  'onTime',
  'changedPlan',
  'defaulted',
  'daysToMoney',
] as const;
export type Figure = (typeof MONEY_FIGURES)[number] | (typeof TIME_FIGURES)[number];

type Kind = 'money' | 'share' | 'count';
const WORDS: Readonly<
  Record<Figure, { readonly name: MoneyTextKey; readonly how: MoneyTextKey; readonly kind: Kind }>
> = {
  loans: { name: 'figures.loans', how: 'figures.how.loans', kind: 'count' },
  lent: { name: 'figures.lent', how: 'figures.how.lent', kind: 'money' },
  repaid: { name: 'figures.repaid', how: 'figures.how.repaid', kind: 'money' },
  outstanding: { name: 'figures.outstanding', how: 'figures.how.outstanding', kind: 'money' },
  writtenOff: { name: 'figures.writtenOff', how: 'figures.how.writtenOff', kind: 'money' },
  forgiven: { name: 'figures.forgiven', how: 'figures.how.forgiven', kind: 'money' },
  par1: { name: 'figures.par1', how: 'figures.how.par1', kind: 'share' },
  par30: { name: 'figures.par30', how: 'figures.how.par30', kind: 'share' },
  par90: { name: 'figures.par90', how: 'figures.how.par90', kind: 'share' },
  repaymentRate: { name: 'figures.repaymentRate', how: 'figures.how.repaymentRate', kind: 'share' },
  onTime: { name: 'figures.onTime', how: 'figures.how.onTime', kind: 'share' },
  changedPlan: { name: 'figures.changedPlan', how: 'figures.how.changedPlan', kind: 'count' },
  defaulted: { name: 'figures.defaulted', how: 'figures.how.defaulted', kind: 'count' },
  daysToMoney: { name: 'figures.daysToMoney', how: 'figures.how.daysToMoney', kind: 'count' },
};

export function figureName(figure: Figure): MoneyTextKey {
  return WORDS[figure].name;
}

export function howCounted(figure: Figure): MoneyTextKey {
  return WORDS[figure].how;
}

/**
 * The text of a figure: its value, the reason where it is hidden, and a dash where there is nothing that it could be a
 * part of.
 */
export function figureText(row: FigureRow, figure: Figure, { t, format }: MoneyText): string {
  const why = row.hidden[figure];
  if (why !== undefined) return t(why === 'few' ? 'figures.few' : 'figures.guarded');
  const value = row[figure];
  if (value === null) return t('figures.nothing');
  const { kind } = WORDS[figure];
  if (kind === 'money') return format.money(value);
  return kind === 'share' ? format.percent(value) : format.number(value);
}

/** `2026-Q1` in words; the row of all quarters has a name of its own. */
export function quarterText(quarter: string | null, { t }: Pick<MoneyText, 't'>): string {
  if (quarter === null) return t('figures.sum');
  return t('figures.quarterName', { number: quarter.slice(6), year: quarter.slice(0, 4) });
}
