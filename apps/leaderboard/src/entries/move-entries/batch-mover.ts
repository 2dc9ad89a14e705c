import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { BatchLookups, type LookedUpBatch, nameOfChange } from './batch-lookups.query.js';
import type { BatchSize } from './batch-size.js';
import { fewAtATime, inGroups, lookAhead } from './groups.js';
import { type Applied, GroupMover } from './group-mover.js';
import { inSessions } from './move-sessions.js';
import { type RankingChange, stepsOf } from './ranking-changes.decision.js';

export interface AppliedBatch extends Applied {
  /** The batch to come; undefined when nothing of it was looked up. */
  readonly next: LookedUpBatch | undefined;
}

type Task = (index: number) => Promise<Applied>;

const NOTHING: Applied = { moved: [], hasEvents: false };

/** Moves the entries of rankings as a batch of changes has it. The caller holds the writer's lock, and commits. */
@Injectable()
export class BatchMover {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly lookups: BatchLookups,
    private readonly groups: GroupMover,
  ) {}

  /** With `looksAhead`, the next batch is looked up while the last groups of this one are written. */
  async apply(
    tx: pg.PoolClient,
    { taken, batch, first, rest }: LookedUpBatch,
    size: BatchSize,
    looksAhead: boolean,
  ): Promise<AppliedBatch> {
    const touched = new Set(first?.changes.map(nameOfChange));
    const lookedUp = stepsOf(first?.changes ?? []);
    const { hasSeveral, all } = lookAhead(inGroups(noting(rest, touched), size.group, lookedUp));
    let next: LookedUpBatch | undefined;
    const applied = await inSessions(this.pool, tx, hasSeveral, async (sessionOf, reader) => {
      const { groups, lookups } = this;
      const tasks = function* (): Generator<Task> {
        if (first) yield (index) => groups.write(sessionOf(index), first);
        for (const group of all) yield (index) => groups.apply(sessionOf(index), group, batch);
        if (!looksAhead || !reader || !taken.isFull) return;
        // All groups are known by now, and so are all periods.
        yield async () => {
          next = await lookups.behind(reader, taken, touched, size);
          return NOTHING;
        };
      };
      return fewAtATime(tasks(), async (task, index) => task(index));
    });
    return {
      moved: applied.flatMap(({ moved }) => moved),
      hasEvents: applied.some(({ hasEvents }) => hasEvents),
      next,
    };
  }
}

/** Notes the periods of the changes that are asked for. */
function* noting(changes: Iterable<RankingChange>, names: Set<string>): Generator<RankingChange> {
  for (const change of changes) {
    names.add(nameOfChange(change));
    yield change;
  }
}
