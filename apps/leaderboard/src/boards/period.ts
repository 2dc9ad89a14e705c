import type { PeriodKind } from './board.js';

/** A stretch of time with a ranking of its own; null bounds are open. */
export interface Period {
  readonly id: string;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

const ALL_TIME: Period = { id: 'all', startsAt: null, endsAt: null };

/** The period that a board of this kind is in. */
export const currentPeriod = (kind: PeriodKind): Period => {
  switch (kind) {
    case 'all_time':
      return ALL_TIME;
  }
};
