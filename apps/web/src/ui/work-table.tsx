import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './work-table.module.css';

export type WorkColumn<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The value that orders the rows when the header is pressed. */
  sortBy?: (row: Row) => string | number;
  /** Sets the content at the end of its cell, in figures of one width. */
  numeric?: boolean;
  /** The header is for screen readers alone: the cells say it. */
  isBare?: boolean;
  /** Its place in the two lines of a phone; without one a phone leaves it out. */
  place?: 'select' | 'title' | 'figure' | 'about' | 'note';
};

type Props<Row> = {
  caption: string;
  columns: readonly WorkColumn<Row>[];
  /** The rows, shown in this order until a header is pressed. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

type Sort = { key: string; isDescending: boolean };

/** A table to work through: rows of 48 px that headers order, and on a phone two lines each, opened by their title. */
export function WorkTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  const [sort, setSort] = useState<Sort | null>(null);
  const sorted = sortedRows(rows, columns, sort);
  return (
    <div className={styles.scroll}>
      <table className={styles.table} role="table" aria-label={caption}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sorted.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ key, cell, numeric, place }) => (
                <td key={key} role="cell" className={classes(numeric && styles.numeric, place && styles[place])}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeaderProps<Row> = { column: WorkColumn<Row>; sort: Sort | null; onSort: (sort: Sort | null) => void };

/** Pressed once it orders from the smallest, again from the largest, and then as the rows came. */
function Header<Row>({ column: { key, header, sortBy, numeric, isBare }, sort, onSort }: HeaderProps<Row>) {
  const own = sort?.key === key ? sort : null;
  const next = own === null ? { key, isDescending: false } : own.isDescending ? null : { key, isDescending: true };
  const order = own === null ? 'none' : own.isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      role="columnheader"
      className={numeric ? styles.numeric : undefined}
      aria-sort={sortBy ? order : undefined}
    >
      {sortBy ? (
        <>
          <button type="button" className={styles.sort} onClick={() => onSort(next)}>
            {header}
            <Icon name="chevron-down" />
          </button>
          <span data-print="only">{header}</span>
        </>
      ) : isBare ? (
        <VisuallyHidden>{header}</VisuallyHidden>
      ) : (
        header
      )}
    </th>
  );
}

function sortedRows<Row>(rows: readonly Row[], columns: readonly WorkColumn<Row>[], sort: Sort | null) {
  const sortBy = columns.find(({ key }) => key === sort?.key)?.sortBy;
  if (!sortBy || sort === null) return rows;
  const sign = sort.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(sortBy(one), sortBy(other)));
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
}
