import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import { Injectable } from '@nestjs/common';
import { type Species, SpeciesStore } from '../species/species.store.js';
import { heaviestOf } from '../boards/board.js';
import { boardName } from '../boards/board-name.js';
import { Boards } from '../boards/boards.store.js';
import { BoardMaker, type Causes } from './board-maker.js';

export interface KeepSpeciesBoards {
  readonly changed: readonly Species[];
  readonly deletedIds: readonly string[];
}

@Injectable()
export class KeepSpeciesBoardsHandler {
  constructor(
    private readonly species: SpeciesStore,
    private readonly boards: Boards,
    private readonly maker: BoardMaker,
  ) {}

  /**
   * Creates the boards of new species, renames those of changed species and deletes those of deleted species. `causes`
   * has the trace of each species' event. Returns whether there is an event to publish.
   */
  async execute(
    db: Queryable,
    { changed, deletedIds }: KeepSpeciesBoards,
    context: AppendContext,
    causes: Causes = new Map(),
  ): Promise<boolean> {
    await this.species.delete(db, deletedIds);
    await this.boards.removeOf(db, deletedIds);
    const newer = await this.species.record(db, changed);
    const wanted = newer.map(({ id, commonName }) => ({
      rule: heaviestOf(id),
      name: boardName(heaviestOf(id), commonName),
    }));
    await this.boards.rename(db, wanted, context.occurredAt);
    return this.maker.make(db, wanted, context, causes);
  }
}
