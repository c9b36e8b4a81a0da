import { useMoneyText } from '../../lib/text.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { type Figure, figureName, figureText, quarterText } from './figure-words.ts';
import type { FigureRow } from './use-loan-figures.ts';

type Props = { caption: string; figures: readonly Figure[]; rows: readonly FigureRow[] };

/** A line for each quarter and one for their sum, each with the day of which it is. */
export function FiguresTable({ caption, figures, rows }: Props) {
  const text = useMoneyText();
  const { t, format } = text;
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ quarter }) => quarter ?? 'all'}
      columns={[
        { header: t('figures.quarter'), cell: ({ quarter }) => quarterText(quarter, text) },
        ...figures.map((figure) => ({
          header: t(figureName(figure)),
          cell: (row: FigureRow) => figureText(row, figure, text),
          numeric: true,
        })),
        { header: t('figures.countedOn'), cell: ({ countedOn }) => format.date(countedOn), numeric: true },
      ]}
    />
  );
}
