import { bestOf, type Score, sameScore } from '../score.js';

/** The score of a catch after one of its versions, and the trace of that version's event where it is known. */
export interface BoardStep {
  readonly catchId: string;
  readonly after: Score | null;
  readonly traceparent?: string;
}

/** How a batch of catches changes one board: their scores before the batch, and the score after each step. */
export interface BoardChange {
  readonly before: readonly Score[];
  readonly steps: readonly BoardStep[];
}

/** What is known of the affected anglers before the batch. */
export interface KnownScores {
  /** Their entries on the board, by angler. */
  readonly entries: ReadonlyMap<string, Score>;
  /** For entries that are a catch of the batch: the best of the angler's other catches, by angler. */
  readonly fallbacks: ReadonlyMap<string, Score>;
}

/** An angler's entry changes from one score to another; null means no entry. */
export interface Move {
  readonly anglerId: string;
  readonly from: Score | null;
  readonly to: Score | null;
  /** The trace of what caused the move. */
  readonly traceparent?: string;
}

/** Decides, step by step, which entries move. An entry is its angler's best score. */
export const movesOf = (change: BoardChange, known: KnownScores): Move[] => {
  const candidates = new Candidates(change, known);
  const moves: Move[] = [];
  for (const { catchId, after, traceparent } of change.steps) {
    for (const anglerId of candidates.put(catchId, after)) {
      const from = candidates.entry(anglerId);
      const to = candidates.best(anglerId);
      if (sameScore(from, to)) continue;
      candidates.enter(anglerId, to);
      moves.push({ anglerId, from, to, ...(traceparent !== undefined && { traceparent }) });
    }
  }
  return moves;
};

/** The scores that may become entries during the batch. */
class Candidates {
  private readonly byCatch = new Map<string, Score>();
  private readonly entries: Map<string, Score | null>;
  private readonly catchesOf = new Map<string, Set<string>>();
  private readonly others = new Map<string, Score>();

  constructor(change: BoardChange, known: KnownScores) {
    this.entries = new Map(known.entries);
    const inBatch = new Set(change.steps.map((step) => step.catchId));
    for (const [anglerId, entry] of known.entries) {
      const other = inBatch.has(entry.catchId) ? known.fallbacks.get(anglerId) : entry;
      if (other) this.others.set(anglerId, other);
    }
    for (const score of change.before) this.put(score.catchId, score);
  }

  /** Sets the score of a catch. Returns the affected anglers: the catch's previous one, then its new one. */
  put(catchId: string, after: Score | null): Set<string> {
    const affected = new Set<string>();
    const former = this.byCatch.get(catchId);
    if (former) {
      this.of(former.anglerId).delete(catchId);
      this.byCatch.delete(catchId);
      affected.add(former.anglerId);
    }
    if (after) {
      this.of(after.anglerId).add(catchId);
      this.byCatch.set(catchId, after);
      affected.add(after.anglerId);
    }
    return affected;
  }

  entry(anglerId: string): Score | null {
    return this.entries.get(anglerId) ?? null;
  }

  enter(anglerId: string, score: Score | null): void {
    this.entries.set(anglerId, score);
  }

  best(anglerId: string): Score | null {
    const scores = [...this.of(anglerId)].flatMap((catchId) => this.byCatch.get(catchId) ?? []);
    const other = this.others.get(anglerId);
    return bestOf(other ? [...scores, other] : scores);
  }

  private of(anglerId: string): Set<string> {
    const known = this.catchesOf.get(anglerId);
    if (known) return known;
    const made = new Set<string>();
    this.catchesOf.set(anglerId, made);
    return made;
  }
}
