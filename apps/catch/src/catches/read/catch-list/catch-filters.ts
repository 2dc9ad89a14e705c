import { parseQuery, throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { ErasuresAtWorkQuery } from '../../../angler-lookup/erasures-at-work.query.js';
import { CatchSearchQuery } from '../catch-search/catch-search.query.js';
import { WritesInFlight } from '../../log/writes-in-flight.js';
import type { CatchFilter } from './catch-filter.js';
import { listCatchesQuery, type ListCatchesQuery, speciesFilterQuery } from './catch-list.schemas.js';
import { isByPersonal } from './erasure.sql.js';
import { FilteredSpecies } from './filtered-species.js';

/** Turns the parameters of a query into conditions that the database can check. */
@Injectable()
export class CatchFilters {
  constructor(
    private readonly species: FilteredSpecies,
    private readonly search: CatchSearchQuery,
    private readonly erasures: ErasuresAtWorkQuery,
    private readonly inFlight: WritesInFlight,
  ) {}

  /** The parameters of a list. Fails with one `request.invalid` for all that is wrong, unknown species included. */
  async accept(query: unknown): Promise<ListCatchesQuery> {
    const { value, violations = [] } = parseQuery(listCatchesQuery, query);
    const unknown = await this.species.unknown(speciesFilterQuery.safeParse(query).data?.species);
    throwIfAny({ invalid: [...violations, ...unknown] });
    if (!value) throw new Error('a query without violations has no value');
    return value;
  }

  /**
   * Fails with `request.invalid` for a species that nobody knows, and with `limit.heavy_reads` when too much of the
   * viewer waits to search.
   */
  async of(query: ListCatchesQuery, viewer: string, signal?: AbortSignal): Promise<CatchFilter> {
    return {
      viewer,
      query,
      speciesIds: query.species && (await this.species.ids(query.species)),
      words: query.q === undefined ? [] : await this.search.execute(query.q, { viewer, signal }),
      erasing: isByPersonal(query) ? await this.erasures.execute() : [],
      settledAt: query.updated_since || query.include_deleted ? await this.inFlight.settledAt() : undefined,
    };
  }
}
