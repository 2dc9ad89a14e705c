import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import styles from './data-table.module.css';
import { LoadError } from './load-error.js';
import { Skeleton } from './states.js';
import { WholeListButton } from './whole-list-button.js';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** The name of this order in the API's `sort`; absent where it has none. */
  readonly sort?: string;
  readonly align?: 'end';
  /** Left out on narrow screens. */
  readonly isSecondary?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** The answer of Query for the rows of this page. */
  readonly query: {
    readonly data: readonly Row[] | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly rowKey: (row: Row) => string;
  /** What is shown when there are none: an `EmptyState`. */
  readonly empty: ReactNode;
  /** As the API takes it: `-caught_at` for the latest first. */
  readonly sort?: string;
  /** Put it in the address. */
  readonly onSort?: (sort: string) => void;
}

/** Rows that the server sorted, filtered and paged; this shows them, and what to do when there are none. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, columns, query, rowKey, empty } = props;
  if (query.error && !query.data)
    return <LoadError error={query.error} retry={query.refetch} elsewhere={<WholeListButton />} />;
  if (query.data === undefined)
    return (
      <div className={styles['loading']}>
        <Skeleton lines={6} label={`Loading ${label.toLowerCase()}`} />
      </div>
    );
  if (query.data.length === 0) return empty;
  return (
    // A group, as a region would be a landmark of the same name as that of the card around it.
    <div className={styles['scroller']} tabIndex={0} role="group" aria-label={label}>
      <table className={styles['table']} aria-label={label} aria-busy={query.isFetching || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {query.data.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const cellClass = ({ align, isSecondary }: Pick<Column<never>, 'align' | 'isSecondary'>): string =>
  classNames(align === 'end' && styles['end'], isSecondary && styles['secondary']);

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
}

const HeaderCell = <Row,>({ column, sort, onSort }: HeaderCellProps<Row>) => {
  const { sort: order, label } = column;
  if (order === undefined || !onSort)
    return (
      <th scope="col" className={cellClass(column)}>
        {label}
      </th>
    );
  const direction = sort === order ? 'ascending' : sort === `-${order}` ? 'descending' : undefined;
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" className={cellClass(column)} aria-sort={direction}>
      <button
        type="button"
        className={styles['sort']}
        onClick={() => onSort(direction === 'descending' ? order : `-${order}`)}
      >
        {label}
        <Icon aria-hidden size={14} />
      </button>
    </th>
  );
};
