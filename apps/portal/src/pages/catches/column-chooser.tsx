import { Checkbox } from '../../ui/field.js';
import { useFilters } from '../../ui/filters.js';
import { CATCH_COLUMNS, shownColumns } from './catch-columns.js';
import styles from './catches.module.css';

/** Chooses the columns of the table; the choice stands in the address. */
export const ColumnChooser = ({ columns }: { readonly columns: string | undefined }) => {
  const apply = useFilters();
  const shown = new Set(shownColumns(columns).map(({ id }) => id));
  const toggle = (id: string): void => {
    if (!shown.delete(id)) shown.add(id);
    apply({ columns: CATCH_COLUMNS.flatMap((column) => (shown.has(column.id) ? [column.id] : [])).join(',') });
  };
  return (
    <details className={styles['columns']}>
      <summary>Columns</summary>
      <fieldset>
        <legend className="visually-hidden">Columns that are shown</legend>
        {CATCH_COLUMNS.slice(1).map(({ id, label }) => (
          <Checkbox key={id} label={label} checked={shown.has(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
    </details>
  );
};
