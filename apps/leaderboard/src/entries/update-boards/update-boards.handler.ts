import type { Queryable } from '@cds/postgres';
import type { VersionGap } from '@cds/messaging';
import { Injectable } from '@nestjs/common';
import { type AnglerName, AnglerNames, type GivenName } from '../../anglers/angler-names.store.js';
import type { CatchFact } from '../../catches/catch-fact.js';
import { changesOf, countingAmong, uncountedAmong } from '../../catches/catch-changes.js';
import { CatchChanges } from '../../catches/catch-changes.store.js';
import { CatchFacts } from '../../catches/catch-facts.store.js';
import { ValueIndexes } from '../../catches/value-indexes.store.js';

/** Versions of catches in order of arrival, and the names that their anglers had then. */
export interface UpdateBoards {
  readonly facts: readonly CatchFact[];
  readonly names: readonly AnglerName[];
  /** Names that anglers received by events of their own, such as the placeholder after an erasure. */
  readonly givenNames?: readonly GivenName[];
}

@Injectable()
export class UpdateBoardsHandler {
  constructor(
    private readonly catches: CatchFacts,
    private readonly anglers: AnglerNames,
    private readonly changes: CatchChanges,
    private readonly valueIndexes: ValueIndexes,
  ) {}

  /**
   * Stores these versions; versions that were applied before change nothing. Locks anglers and catches, in that order.
   * `noticeGaps` gets the versions that are missing. Returns whether entries may have to move: `EntryMover` moves
   * them in transactions of its own.
   */
  async execute(
    db: Queryable,
    { facts, names, givenNames = [] }: UpdateBoards,
    noticeGaps: (gaps: readonly VersionGap[]) => void = () => undefined,
  ): Promise<boolean> {
    await this.anglers.record(db, names, givenNames);
    const history = await this.catches.record(db, facts);
    if (history.gaps.length > 0) noticeGaps(history.gaps);
    const lowestTier = await this.changes.lowestTier(db);
    const changes = changesOf(history);
    const waiting = await this.changes.waitingOf(db, uncountedAmong(changes, lowestTier));
    const counting = countingAmong(changes, lowestTier, waiting);
    if (counting.length > 0) await this.changes.add(db, counting);
    await this.valueIndexes.extend(db, facts);
    return counting.length > 0;
  }
}
