import { AppError } from '@cds/errors';
import { type Order, POOL, type SqlValues, isOneOf } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SpeciesStore } from '../../species/species.store.js';
import { BOARD_COLUMNS, JOIN_BOARD_PERIOD, type BoardView, boardView, type BoardViewRow } from '../board-view.js';
import type { ListBoardsQuery } from './board-list.schemas.js';

@Injectable()
export class BoardListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly species: SpeciesStore,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A page of the boards: boards of all species first, then by name. Fails with `request.invalid` for a species that
   * does not exist.
   */
  async execute(query: ListBoardsQuery): Promise<CursorEnvelope<BoardView>> {
    await this.refuseUnknown(query.species_id ?? []);
    const page = await tablePage<BoardViewRow>(this.pool, this.cursors, listScope('leaderboards', null, query), query, {
      table: 'boards',
      columns: BOARD_COLUMNS,
      joins: JOIN_BOARD_PERIOD,
      order: ORDER,
      terms: (values) => termsOf(query, values),
    });
    return mapPage(page, boardView);
  }

  private async refuseUnknown(speciesIds: readonly string[]): Promise<void> {
    if (speciesIds.length === 0) return;
    const unknown = await this.species.unknown(this.pool, speciesIds);
    if (unknown.length === 0) return;
    const violations = unknown.map((id) => ({
      parameter: 'species_id',
      code: 'species.unknown',
      detail: `No species has the id ${id}.`,
    }));
    throw new AppError({
      code: 'request.invalid',
      kind: 'invalid',
      message: violations.map(({ detail }) => detail).join(' '),
      violations,
    });
  }
}

/** The columns of `boards_list_idx`. */
const ORDER: Order = ['(species_id IS NOT NULL)', 'name', 'id'].map((column) => ({ column, descending: false }));

const termsOf = (query: ListBoardsQuery, values: SqlValues): string[] =>
  (['metric', 'period', 'species_id', 'region'] as const).flatMap((column) => {
    const wanted = query[column];
    return wanted ? [isOneOf(column, wanted, values)] : [];
  });
