import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from './button.js';
import styles from './filters.module.css';

export type Search = Readonly<Record<string, string | undefined>>;

/** Changes parameters of the address and goes back to the first page; an empty text takes one away. */
export const useFilters = (): ((changes: Search) => void) => {
  const navigate = useNavigate();
  return (changes) =>
    void navigate({
      to: '.',
      search: (old: Search) => ({
        ...old,
        ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value || undefined])),
        cursor: undefined,
      }),
    } as never);
};

interface FilterFormProps {
  readonly label: string;
  readonly search: Search;
  /** Controls that are always there, each under the name of a parameter. */
  readonly children: ReactNode;
  /** Controls that are needed less often. */
  readonly more?: ReactNode;
  /** How many of those are in use, so that none is overlooked. */
  readonly moreInUse?: number;
}

/** Filters that live in the address, so that a list can be shared, kept and gone back to. */
export const FilterForm = ({ label, search, children, more, moreInUse = 0 }: FilterFormProps) => {
  const apply = useFilters();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    apply(Object.fromEntries(values) as Search);
  };
  return (
    // A new address fills the controls anew.
    <form key={JSON.stringify(search)} role="search" aria-label={label} className={styles['form']} onSubmit={submit}>
      <div className={styles['row']}>
        {children}
        <Button type="submit">Apply</Button>
      </div>
      {more && (
        <details className={styles['more']} open={moreInUse > 0}>
          <summary>{moreInUse > 0 ? `More filters (${moreInUse} in use)` : 'More filters'}</summary>
          <div className={styles['grid']}>{more}</div>
        </details>
      )}
    </form>
  );
};

interface ActiveFiltersProps {
  readonly search: Search;
  /** The words of each filter by its name; others are not shown. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The filters in use, each with a button that takes it away. */
export const ActiveFilters = ({ search, labels }: ActiveFiltersProps) => {
  const apply = useFilters();
  const active = Object.entries(search).filter(([name, value]) => value !== undefined && labels[name]);
  if (active.length === 0) return null;
  return (
    <ul role="list" className={styles['active']} aria-label="Filters in use">
      {active.map(([name, value]) => (
        <li key={name}>
          <button
            type="button"
            className={styles['chip']}
            aria-label={`Remove filter ${labels[name]}: ${value}`}
            onClick={() => apply({ [name]: '' })}
          >
            {labels[name]}: <strong>{value}</strong>
            <X aria-hidden size={14} />
          </button>
        </li>
      ))}
      <li>
        <Button size="s" variant="quiet" onClick={() => apply(Object.fromEntries(active.map(([name]) => [name, ''])))}>
          Clear all
        </Button>
      </li>
    </ul>
  );
};
