import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

const root = getRouteApi('/_app');

const read = <T>(key: string, initial: T): T => {
  try {
    return { ...initial, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<T>) };
  } catch {
    return initial;
  }
};

/** The fields that are not as they were. */
const changesOf = <T extends object>(value: T, initial: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(([name, now]) => JSON.stringify(now) !== JSON.stringify(initial[name as keyof T])),
  ) as Partial<T>;

/**
 * The fields of a form, kept in this tab while they are typed, so that a reload loses nothing. Never for secrets.
 * Nobody but who typed them sees them, whoever signs in here next. `forget` when the form was sent. With `changes` only
 * what was changed is kept: a form about something that others change too shows their changes in all other fields when
 * it is loaded again.
 */
export const useDraft = <T extends object>(
  name: string,
  initial: T,
  kept: 'all' | 'changes' = 'all',
): readonly [T, Dispatch<SetStateAction<T>>, () => void] => {
  const key = `draft:${root.useRouteContext().person.id}:${name}`;
  const [value, setValue] = useState(() => read(key, initial));
  const [first] = useState(initial);
  useEffect(() => {
    const shown = kept === 'all' ? value : changesOf(value, first);
    sessionStorage.setItem(key, JSON.stringify(shown));
  }, [key, value, kept, first]);
  const forget = (): void => {
    setValue(initial);
    sessionStorage.removeItem(key);
  };
  return [value, setValue, forget];
};
