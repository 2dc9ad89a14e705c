import { useEffect, useState } from 'react';

const TYPING_MS = 200;

/** The value once it has stayed the same for a moment, so that not every key that is typed is a request. */
export const useDelayed = <T>(value: T): T => {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
};
