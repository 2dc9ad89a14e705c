import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { TextField } from './field.js';
import styles from './list-filters.module.css';

/** Changes filters in the address, and begins the list anew. */
export const useFilters = (): ((changed: Readonly<Record<string, string | undefined>>) => void) => {
  const navigate = useNavigate();
  return (changed) =>
    void navigate({ to: '.', search: (old) => ({ ...old, cursor: undefined, ...changed }), replace: true });
};

interface ListFiltersProps {
  /** What is filtered, for who cannot see it: “Deliveries”. */
  readonly label: string;
  /** The parameters of the address that are filters. */
  readonly names: readonly string[];
  readonly isFiltered: boolean;
  readonly children: ReactNode;
}

/** The filters of a list side by side, and a way to be rid of all. */
export const ListFilters = ({ label, names, isFiltered, children }: ListFiltersProps) => {
  const filter = useFilters();
  return (
    <div role="search" aria-label={label} className={styles['filters']}>
      {children}
      {isFiltered && (
        <Button icon={X} onClick={() => filter(Object.fromEntries(names.map((name) => [name, undefined])))}>
          Clear filters
        </Button>
      )}
    </div>
  );
};

const MINUTE_MS = 60_000;

/** What `datetime-local` shows: the time of this place, without a zone. */
export const localTime = (at: string | undefined): string => {
  const date = new Date(at ?? '');
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
};

/** The moment that a `datetime-local` names; undefined where it is empty. */
export const instantOf = (local: string): string | undefined => {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

interface TimeFieldProps {
  readonly label: string;
  /** RFC 3339. */
  readonly value: string | undefined;
  readonly onChange: (at: string | undefined) => void;
  readonly hint?: ReactNode;
  readonly pointer?: string;
}

/** A moment, typed in the time of this place. */
export const TimeField = ({ value, onChange, ...rest }: TimeFieldProps) => (
  <TextField
    {...rest}
    type="datetime-local"
    value={localTime(value)}
    onChange={({ target }) => onChange(instantOf(target.value))}
  />
);
