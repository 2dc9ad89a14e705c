import { useSyncExternalStore } from 'react';
import type { Units } from './measures.js';

const NAME = 'units';
const listeners = new Set<() => void>();

const read = (): Units => (localStorage.getItem(NAME) === 'metric' ? 'metric' : 'imperial');

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** The units that the person reads and writes, kept in this browser. */
export const useUnits = (): readonly [Units, (units: Units) => void] => {
  const units = useSyncExternalStore(subscribe, read);
  const set = (next: Units): void => {
    localStorage.setItem(NAME, next);
    for (const listener of listeners) listener();
  };
  return [units, set];
};
