import { AppError } from '@cds/errors';
import { type ListEnvelope, listEnvelope, POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SpeciesStore } from '../../species/species.store.js';
import { type BoardView, boardView, type BoardViewRow, SELECT_BOARDS } from '../board-view.js';
import type { ListBoardsQuery } from './board-list.schemas.js';

@Injectable()
export class BoardListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly species: SpeciesStore,
  ) {}

  /** A page of the boards, those of all species first, then by name. Fails with `request.invalid` for a species that there is not. */
  async execute({ metric, period, species_id: speciesIds, region, page, per_page: perPage }: ListBoardsQuery): Promise<ListEnvelope<BoardView>> {
    await this.refuseUnknown(speciesIds ?? []);
    const filter = [metric, period, speciesIds, region].map((values) => values ?? null);
    const [rows, counted] = await Promise.all([
      this.pool.query<BoardViewRow>({ name: 'list-boards', text: PAGE, values: [...filter, perPage, (page - 1) * perPage] }),
      this.pool.query<{ total: number }>({ name: 'count-boards', text: TOTAL, values: filter }),
    ]);
    return listEnvelope(rows.rows.map(boardView), { total: counted.rows[0]?.total ?? 0, page, perPage });
  }

  private async refuseUnknown(speciesIds: readonly string[]): Promise<void> {
    if (speciesIds.length === 0) return;
    const unknown = await this.species.unknown(this.pool, speciesIds);
    if (unknown.length === 0) return;
    const violations = unknown.map((id) => ({ parameter: 'species_id', code: 'species.unknown', detail: `No species has the id ${id}.` }));
    throw new AppError({ code: 'request.invalid', kind: 'invalid', message: violations.map(({ detail }) => detail).join(' '), violations });
  }
}

const MATCHES = `
  ($1::text[] IS NULL OR board.metric = ANY($1)) AND ($2::text[] IS NULL OR board.period = ANY($2))
  AND ($3::text[] IS NULL OR board.species_id = ANY($3)) AND ($4::text[] IS NULL OR board.region = ANY($4))`;

const PAGE = `${SELECT_BOARDS} WHERE ${MATCHES} ORDER BY species_id IS NOT NULL, name, board.id LIMIT $5 OFFSET $6`;
const TOTAL = `SELECT count(*)::int AS total FROM boards board WHERE ${MATCHES}`;
