import type { PeriodKind } from './board.js';

/** A time span with a ranking of its own; null means that it is unbounded on that side. */
export interface Period {
  readonly id: string;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

const ALL_TIME: Period = { id: 'all', startsAt: null, endsAt: null };

/** The current period of boards of this kind. */
export const currentPeriod = (kind: PeriodKind): Period => {
  switch (kind) {
    case 'all_time':
      return ALL_TIME;
  }
};
