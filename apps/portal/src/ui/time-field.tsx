import { useState } from 'react';
import type { ReactNode } from 'react';
import { TextField } from './field.js';

const MINUTE_MS = 60_000;

/** What `datetime-local` shows: the time of this place, without a zone. */
const localTime = (at: string | undefined): string => {
  const date = new Date(at ?? '');
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
};

/** The moment that a `datetime-local` names; undefined where it is empty. */
const instantOf = (local: string): string | undefined => {
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

interface TimeFilterProps {
  readonly label: string;
  /** The parameter of the address that holds the moment. */
  readonly name: string;
  readonly defaultValue: string | undefined;
}

/** The same in a form of filters. */
export const TimeFilter = ({ label, name, defaultValue }: TimeFilterProps) => {
  const [at, setAt] = useState(defaultValue);
  return (
    <>
      <TimeField label={label} value={at} onChange={setAt} />
      <input type="hidden" name={name} value={at ?? ''} />
    </>
  );
};
