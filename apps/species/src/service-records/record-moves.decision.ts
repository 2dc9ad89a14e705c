import { byRank, type CatchFact, isEligible, keysOf, keyText, type RecordKey } from './catch-fact.js';

/** What is known of a record before a batch. */
export interface RecordBefore {
  readonly key: RecordKey;
  /** The catch that holds it. */
  readonly holder: CatchFact | null;
  /** The best of the catches that the batch does not touch. */
  readonly untouched: CatchFact | null;
}

/** One step from holder to holder. `isBroken` unless the record fell back, or only details of its holder changed. */
export interface RecordMove {
  readonly key: RecordKey;
  readonly previous: CatchFact | null;
  readonly record: CatchFact | null;
  readonly isBroken: boolean;
  readonly traceparent: string | null;
}

/** A batch of changes: its catches before the batch, and each of their new versions in order of arrival. */
export interface CatchHistory {
  readonly before: readonly CatchFact[];
  readonly steps: readonly CatchFact[];
}

/**
 * How records move when these versions are applied one after the other, as they were made. Those of one partition
 * arrive in that order; those of several may not, above all after the service was away.
 */
export const recordMoves = ({ before, steps }: CatchHistory, records: readonly RecordBefore[]): RecordMove[] => {
  const catches = new Map(before.map((fact) => [fact.catchId, fact]));
  const walks = new Map(records.map((record) => [keyText(record.key), new RecordWalk(record, before)]));
  return inOrderOfTime(steps).flatMap((step) => {
    const former = catches.get(step.catchId);
    catches.set(step.catchId, step);
    const keys = new Set([...(former ? keysOf(former) : []), ...keysOf(step)].map(keyText));
    return [...keys].flatMap((key) => walks.get(key)?.take(step) ?? []);
  });
};

/**
 * The steps by the time at which they were made; of equal times, in order of arrival. A version of a catch stays behind
 * the former one, whatever their clocks said.
 */
export const inOrderOfTime = (steps: readonly CatchFact[]): CatchFact[] => {
  const latest = new Map<string, number>();
  const timed = steps.map((step) => {
    const at = Math.max(step.changedAt?.getTime() ?? -Infinity, latest.get(step.catchId) ?? -Infinity);
    latest.set(step.catchId, at);
    return { step, at };
  });
  return timed.toSorted((one, other) => Number(one.at > other.at) - Number(one.at < other.at)).map(({ step }) => step);
};

/** One record, as the steps of a batch pass. */
class RecordWalk {
  private holder: CatchFact | null;
  private readonly touched = new Map<string, CatchFact>();

  constructor(
    private readonly start: RecordBefore,
    before: readonly CatchFact[],
  ) {
    this.holder = start.holder;
    for (const fact of before) this.keep(fact);
  }

  take(step: CatchFact): RecordMove[] {
    this.keep(step);
    const previous = this.holder;
    const record = this.best();
    if (isSameHolder(previous, record)) return [];
    this.holder = record;
    const isBroken = record?.catchId === step.catchId && previous?.catchId !== step.catchId;
    return [{ key: this.start.key, previous, record, isBroken, traceparent: step.traceparent ?? null }];
  }

  private keep(fact: CatchFact): void {
    const isHere = isEligible(fact) && keysOf(fact).some((key) => keyText(key) === keyText(this.start.key));
    if (isHere) this.touched.set(fact.catchId, fact);
    else this.touched.delete(fact.catchId);
  }

  private best(): CatchFact | null {
    let best = this.start.untouched;
    for (const fact of this.touched.values()) if (best === null || byRank(fact, best) < 0) best = fact;
    return best;
  }
}

/** Whether a record has the same holder, of whom the same is known. */
export const isSameHolder = (one: CatchFact | null, other: CatchFact | null): boolean =>
  one === null || other === null
    ? one === other
    : one.catchId === other.catchId &&
      byRank(one, other) === 0 &&
      one.verificationTier === other.verificationTier &&
      one.anglerId === other.anglerId &&
      one.region === other.region &&
      one.country === other.country;
