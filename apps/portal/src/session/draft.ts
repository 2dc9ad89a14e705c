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

/**
 * The fields of a form, kept in this tab while they are typed, so that a reload loses nothing. Never for secrets.
 * `forget` when the form was sent.
 */
export const useDraft = <T extends object>(
  name: string,
  initial: T,
): readonly [T, Dispatch<SetStateAction<T>>, () => void] => {
  const [value, setValue] = useState(() => read(name, initial));
  useEffect(() => sessionStorage.setItem(prefix + name, JSON.stringify(value)), [name, value]);
  const forget = (): void => {
    setValue(initial);
    sessionStorage.removeItem(prefix + name);
  };
  return [value, setValue, forget];
};
