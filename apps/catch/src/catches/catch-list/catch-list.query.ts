import { AppError, type Violation } from '@cds/errors';
import { prepared } from '@cds/event-store';
import { listEnvelope, type ListEnvelope, POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SpeciesNames } from '../../species-names/species-names.js';
import type { CatchView } from '../catch-view.js';
import { CatchViews, type NamedCatchRow } from '../catch-views.js';
import type { ListCatchesQuery } from './catch-list.schemas.js';
import { type CatchFilter, pageSql, type Sql, totalSql } from './catch-list.sql.js';

@Injectable()
export class CatchListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly species: SpeciesNames,
    private readonly views: CatchViews,
  ) {}

  /** One page of the catches that fit every filter, as the account sees them, with their exact number. */
  async execute(query: ListCatchesQuery, viewer: string): Promise<ListEnvelope<CatchView>> {
    const filter = await this.filterOf(query);
    const { page, per_page: perPage } = query;
    const [rows, totals] = await Promise.all([
      this.pool.query<NamedCatchRow>(planned(pageSql(filter, query.sort, perPage, (page - 1) * perPage), query)),
      this.pool.query<{ total: number }>(prepared(totalSql(filter))),
    ]);
    const data = await this.views.ofRows(rows.rows, viewer);
    return listEnvelope(data, { total: totals.rows[0]?.total ?? 0, page, perPage });
  }

  private async filterOf(query: ListCatchesQuery): Promise<CatchFilter> {
    return {
      speciesIds: query.species && (await this.speciesIds(query.species)),
      tiers: query.verification_tier,
      minWeightLbs: query.min_weight_lbs,
      maxWeightLbs: query.max_weight_lbs,
    };
  }

  /** An alias of two species means both; an unknown name is a bad parameter. */
  private async speciesIds(names: readonly string[]): Promise<string[]> {
    const resolved = await Promise.all(names.map(async (name) => ({ name, ...(await this.species.resolve(name)) })));
    const unknown = resolved.filter(({ found }) => found === 'none');
    if (unknown.length > 0) throw unknownSpecies(await Promise.all(unknown.map(async ({ name }) => this.violation(name))));
    return resolved.flatMap((one) => (one.found === 'one' ? [one.species.id] : one.found === 'several' ? one.species.map(({ id }) => id) : []));
  }

  private async violation(name: string): Promise<Violation> {
    const nearest = await this.species.nearest(name);
    return { parameter: 'species', code: 'species.unknown', detail: `No species is called ${JSON.stringify(name)}. Nearest: ${nearest.join(', ')}.` };
  }
}

/** First pages by one key are few in shape and asked for all the time: each connection plans them once. */
const planned = (sql: Sql, { sort, page }: ListCatchesQuery): Sql => (sort.length === 1 && page === 1 ? prepared(sql) : sql);

const unknownSpecies = (violations: readonly Violation[]): AppError =>
  new AppError({ code: 'request.invalid', kind: 'invalid', message: violations.map(({ detail }) => detail).join(' '), violations });
