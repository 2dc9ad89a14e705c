import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import type { VersionGap } from '@cds/messaging';
import { Injectable } from '@nestjs/common';
import { type AnglerName, AnglerNames, type GivenName } from '../../anglers/angler-names.store.js';
import { Boards } from '../../boards/boards.store.js';
import type { CatchFact } from '../../catches/catch-fact.js';
import { CatchFacts } from '../../catches/catch-facts.store.js';
import { EntryMover } from '../move-entries/entry-mover.js';
import { boardPeriodChangesOf } from '../move-entries/board-period-changes.decision.js';

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
    private readonly boards: Boards,
    private readonly mover: EntryMover,
  ) {}

  /**
   * Brings every board up to date with these versions; versions that were applied before change nothing. Locks anglers,
   * catches and board periods, in that order. `noticeGaps` gets the versions that are missing. Returns whether there is
   * an event to publish.
   */
  async execute(
    db: Queryable,
    { facts, names, givenNames = [] }: UpdateBoards,
    context: AppendContext,
    noticeGaps: (gaps: readonly VersionGap[]) => void = () => undefined,
  ): Promise<boolean> {
    await this.anglers.record(db, names, givenNames);
    const history = await this.catches.record(db, facts);
    if (history.gaps.length > 0) noticeGaps(history.gaps);
    const speciesIds = [...history.before, ...history.steps].map((fact) => fact.speciesId);
    const boards = await this.boards.ofSpecies(db, [...new Set(speciesIds)]);
    return this.mover.apply(db, boardPeriodChangesOf(history, boards), context);
  }
}
