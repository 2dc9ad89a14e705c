import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

const prefix = 'draft:';

const read = <T>(name: string, initial: T): T => {
  try {
    return { ...initial, ...(JSON.parse(sessionStorage.getItem(prefix + name) ?? '{}') as Partial<T>) };
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
 * `forget` when the form was sent. With `changes` only what was changed is kept: a form about something that others
 * change too shows their changes in all other fields when it is loaded again.
 */
export const useDraft = <T extends object>(
  name: string,
  initial: T,
  kept: 'all' | 'changes' = 'all',
): readonly [T, Dispatch<SetStateAction<T>>, () => void] => {
  const [value, setValue] = useState(() => read(name, initial));
  const [first] = useState(initial);
  useEffect(() => {
    const shown = kept === 'all' ? value : changesOf(value, first);
    sessionStorage.setItem(prefix + name, JSON.stringify(shown));
  }, [name, value, kept, first]);
  const forget = (): void => {
    setValue(initial);
    sessionStorage.removeItem(prefix + name);
  };
  return [value, setValue, forget];
};
