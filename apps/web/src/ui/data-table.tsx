import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './data-table.module.css';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Sets the content at the end of its cell, in figures of one width. */
  numeric?: boolean;
};

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Draws a row on a phone as two lines of two cells each, without their labels; buttons have a line of their own. */
  isDense?: boolean;
};

/** A table that becomes a list of small cards on a phone. The roles survive the change of `display`. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isDense = false }: Props<Row>) {
  return (
    <div className={styles.scroll}>
      <table className={classes(styles.table, isDense && styles.dense)} role="table">
        <caption className={styles.caption}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                role="columnheader"
                className={column.numeric ? styles.numeric : undefined}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-label={column.header}
                  className={column.numeric ? styles.numeric : undefined}
                >
                  <div>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
