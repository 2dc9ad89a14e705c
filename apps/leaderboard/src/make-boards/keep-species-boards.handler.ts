import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { Boards } from '../boards/boards.store.js';
import { BoardRenames } from '../rename-boards/board-renames.js';
import { type Species, SpeciesStore } from '../species/species.store.js';
import { BoardMaker } from './board-maker.js';
import { boardsOfSpecies } from './standard-boards.js';

/** The trace of each species' event, by species. */
export type Causes = ReadonlyMap<string, string | null>;

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
    private readonly renames: BoardRenames,
  ) {}

  /**
   * Makes the boards of new species, renames those of changed species and deletes those of deleted species. `times`
   * says when each of these happened, where it was not `at`. Returns whether there is a board to fill.
   */
  async execute(
    db: Queryable,
    { changed, deletedIds }: KeepSpeciesBoards,
    at: Date,
    causes: Causes = new Map(),
    times: ReadonlyMap<string, Date> = new Map(),
  ): Promise<boolean> {
    const timeOf = (id: string): Date => times.get(id) ?? at;
    await this.boards.removeOf(db, await this.species.delete(db, deletedIds, timeOf));
    const newer = await this.species.record(db, changed, timeOf);
    const wanted = newer.flatMap(({ id, commonName }) =>
      boardsOfSpecies(id, commonName).map((board) => ({ ...board, traceparent: causes.get(id) ?? null })),
    );
    await this.boards.rename(db, wanted, at);
    await this.renames.add(
      db,
      newer.filter(({ commonName, formerName }) => commonName !== formerName).map(({ id }) => id),
    );
    return this.maker.make(db, wanted, at);
  }
}
