import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { CatchChanges, type TakenChanges } from '../../catches/catch-changes.store.js';
import { WatchedAnglers } from '../../watched-anglers/watched-anglers.store.js';
import { nameOf } from '../rankings/ranking-periods.store.js';
import { Rankings } from '../rankings/rankings.store.js';
import { isWriterLockWanted } from '../rankings/writer-lock.js';
import { type BatchOfGroup, GroupMover, type LookedUpGroup } from './group-mover.js';
import { deepRanksOf } from './known-ranks.query.js';
import { idsOf, MoveDecider } from './move-decider.js';
import { periodOf, type RankingChange, rankingChangesOf } from './ranking-changes.decision.js';

/** The changes of a batch, and what they do to rankings. */
export interface LookedUpBatch {
  readonly taken: TakenChanges;
  /** How many changes it might have. */
  readonly size: number;
  readonly batch: BatchOfGroup;
  /** What is to be written of periods that the batch before leaves alone; undefined when nothing was looked up. */
  readonly first: FirstGroup | undefined;
  /** The changes that are to be looked up. */
  readonly rest: Iterable<RankingChange>;
}

interface FirstGroup extends LookedUpGroup {
  readonly changes: readonly RankingChange[];
}

/** From as many groups of the next batch one is chosen. */
const CHOSEN_FROM = 4;

/** Looks up what batches of changes do to rankings. */
@Injectable()
export class BatchLookups {
  constructor(
    private readonly changes: CatchChanges,
    private readonly rankings: Rankings,
    private readonly watched: WatchedAnglers,
    private readonly decider: MoveDecider,
    private readonly groups: GroupMover,
  ) {}

  /** Of changes that were taken. Sends several statements at once: `db` must be a connection that is shared. */
  async of(db: Queryable, taken: TakenChanges, size: number): Promise<LookedUpBatch> {
    const { changes, isFull } = taken;
    const facts = changes.flatMap(({ before, after }) => [before, after].filter((fact) => fact !== null));
    const species = [...new Set(facts.map(({ speciesId }) => speciesId))];
    const regions = [...new Set(facts.flatMap(({ region }) => region ?? []))];
    const anglers = [...new Set(facts.map(({ anglerId }) => anglerId))];
    const [rankings, watched] = await Promise.all([
      this.rankings.of(db, species, regions),
      this.watched.among(db, anglers),
    ]);
    const batch = { catchIds: idsOf(changes), watched, deepRanks: deepRanksOf({ isFull }) };
    return { taken, size, batch, first: undefined, rest: rankingChangesOf(changes, rankings) };
  }

  /**
   * Of the changes behind those of a batch that is still being written, and of which `db` sees nothing: also a group of
   * what they do to periods that the batch leaves alone. `touched` are the names of all others. Undefined when somebody
   * else waits for the writer's lock, and when fewer changes wait than fill a batch, which looks up more of each.
   */
  async behind(
    db: Queryable,
    before: TakenChanges,
    touched: ReadonlySet<string>,
    size: { readonly value: number; readonly group: number },
  ): Promise<LookedUpBatch | undefined> {
    if (await isWriterLockWanted(db)) return undefined;
    const taken = await this.changes.findBehind(db, size.value, before);
    if (!taken.isFull) return undefined;
    const next = await this.of(db, taken, size.value);
    const { apart, others, more } = chooseApart(next.rest, touched, size.group);
    const known = await this.decider.inKnownPeriods(db, apart);
    const names = new Set(known.map(nameOfChange));
    const unknown = apart.filter((change) => !names.has(nameOfChange(change)));
    const first = { ...(await this.groups.lookUp(db, known, next.batch)), changes: known };
    return { ...next, first, rest: chain(unknown, others, more) };
  }
}

/** The period that a change is in. */
export const nameOfChange = (change: RankingChange): string => nameOf(periodOf(change));

/** Changes of periods that are not `touched`; rankings that are being filled stay where they are. */
const chooseApart = (changes: Iterable<RankingChange>, touched: ReadonlySet<string>, group: number) => {
  const [apart, others]: [RankingChange[], RankingChange[]] = [[], []];
  const more = changes[Symbol.iterator]();
  let [room, left] = [group, CHOSEN_FROM * group];
  while (room > 0 && left > 0) {
    const { done, value } = more.next();
    if (done === true) break;
    const isApart = value.ranking.filledThrough === null && !touched.has(nameOfChange(value));
    (isApart ? apart : others).push(value);
    left -= value.steps.length;
    if (isApart) room -= value.steps.length;
  }
  return { apart, others, more: { [Symbol.iterator]: () => more } };
};

function* chain<T>(...all: readonly Iterable<T>[]): Generator<T> {
  for (const one of all) yield* one;
}
