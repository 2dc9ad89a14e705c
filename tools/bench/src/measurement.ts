import type { RunningStack } from '@cds/local/running-stack';
import type { Result } from './report.js';

/** What measurements share: one running product, and how long each of them keeps it busy. */
export interface Bench {
  stack: RunningStack;
  seconds: number;
}

export interface Measurement {
  name: string;
  /** Done once, before the runs. */
  prepare?(bench: Bench): Promise<void>;
  /** One run. Each of its results has a name of its own. */
  run(bench: Bench): Promise<Result[]>;
}

/** A result that should be at least or at most `limit`. */
export const judged = (
  { name, measured = '', peer = '' }: { name: string; measured?: string; peer?: string },
  value: number,
  bar: { least: number; unit?: string } | { most: number; unit?: string },
): Result => {
  const [sign, limit] = 'least' in bar ? ['≥', bar.least] : ['≤', bar.most];
  const isMet = 'least' in bar ? value >= limit : value <= limit;
  return {
    name,
    measured,
    peer,
    value,
    bar: [sign, limit, bar.unit].filter((part) => part !== undefined).join(' '),
    isMet,
  };
};
