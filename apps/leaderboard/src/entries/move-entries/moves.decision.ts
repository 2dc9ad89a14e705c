import { bestOf, type Placing, samePlacing } from '../placing.js';

/** What one version of a catch makes of its placing, and the trace of what caused it where that is known. */
export interface BoardStep {
  readonly catchId: string;
  readonly after: Placing | null;
  readonly traceparent?: string;
}

/** What a batch of catches does to one board: the placings they gave before it, and those that each step leaves. */
export interface BoardChange {
  readonly before: readonly Placing[];
  readonly steps: readonly BoardStep[];
}

/** What is known of the anglers concerned before the batch. */
export interface KnownPlacings {
  /** Their entries on the board, by angler. */
  readonly entries: ReadonlyMap<string, Placing>;
  /** Where an entry rests on a catch of the batch: the best of the angler's other catches, by angler. */
  readonly fallbacks: ReadonlyMap<string, Placing>;
}

/** An angler's entry goes from one placing to another; null is off the board. */
export interface Move {
  readonly anglerId: string;
  readonly from: Placing | null;
  readonly to: Placing | null;
  /** The trace of what moved it. */
  readonly traceparent?: string;
}

/** Decides, step by step, whose entries move: an entry is the best of its angler's placings. */
export const movesOf = (change: BoardChange, known: KnownPlacings): Move[] => {
  const candidates = new Candidates(change, known);
  const moves: Move[] = [];
  for (const { catchId, after, traceparent } of change.steps) {
    for (const anglerId of candidates.put(catchId, after)) {
      const from = candidates.entry(anglerId);
      const to = candidates.best(anglerId);
      if (samePlacing(from, to)) continue;
      candidates.enter(anglerId, to);
      moves.push({ anglerId, from, to, ...(traceparent !== undefined && { traceparent }) });
    }
  }
  return moves;
};

/** Every placing that may become an entry during the batch. */
class Candidates {
  private readonly byCatch = new Map<string, Placing>();
  private readonly entries: Map<string, Placing | null>;
  private readonly catchesOf = new Map<string, Set<string>>();
  private readonly others = new Map<string, Placing>();

  constructor(change: BoardChange, known: KnownPlacings) {
    this.entries = new Map(known.entries);
    const inBatch = new Set(change.steps.map((step) => step.catchId));
    for (const [anglerId, entry] of known.entries) {
      const other = inBatch.has(entry.catchId) ? known.fallbacks.get(anglerId) : entry;
      if (other) this.others.set(anglerId, other);
    }
    for (const placing of change.before) this.put(placing.catchId, placing);
  }

  /** The anglers whom it concerns: the catch's former one, then its present one. */
  put(catchId: string, after: Placing | null): Set<string> {
    const concerned = new Set<string>();
    const former = this.byCatch.get(catchId);
    if (former) {
      this.of(former.anglerId).delete(catchId);
      this.byCatch.delete(catchId);
      concerned.add(former.anglerId);
    }
    if (after) {
      this.of(after.anglerId).add(catchId);
      this.byCatch.set(catchId, after);
      concerned.add(after.anglerId);
    }
    return concerned;
  }

  entry(anglerId: string): Placing | null {
    return this.entries.get(anglerId) ?? null;
  }

  enter(anglerId: string, placing: Placing | null): void {
    this.entries.set(anglerId, placing);
  }

  best(anglerId: string): Placing | null {
    const placings = [...this.of(anglerId)].flatMap((catchId) => this.byCatch.get(catchId) ?? []);
    const other = this.others.get(anglerId);
    return bestOf(other ? [...placings, other] : placings);
  }

  private of(anglerId: string): Set<string> {
    const known = this.catchesOf.get(anglerId);
    if (known) return known;
    const made = new Set<string>();
    this.catchesOf.set(anglerId, made);
    return made;
  }
}
