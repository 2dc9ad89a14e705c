import type { ReactNode } from 'react';
import { refusalOf } from '../api/refusal.js';
import { Button } from './button.js';
import { ErrorState } from './states.js';

/** Of answers that the same question gets again: what is asked for is not there, or the question itself is wrong. */
const FINAL: readonly number[] = [400, 403, 404, 410, 422];

interface LoadErrorProps {
  readonly error: unknown;
  readonly retry: () => unknown;
  /** Where to go when asking again cannot help: a link to the list. */
  readonly elsewhere?: ReactNode;
  readonly isPage?: boolean;
}

/** Stands where something could not be loaded, with what may help. */
export const LoadError = ({ error, retry, elsewhere, isPage }: LoadErrorProps) => {
  const isFinal = FINAL.includes(refusalOf(error)?.status ?? 0);
  const again = <Button onClick={() => void retry()}>Try again</Button>;
  return <ErrorState error={error} isPage={isPage} action={isFinal && elsewhere ? elsewhere : again} />;
};
