import { AppError, type Violation } from '@cds/errors';
import { Injectable } from '@nestjs/common';
import { ErasuresAtWorkQuery } from '../../../angler-lookup/erasures-at-work.query.js';
import { SpeciesNames } from '../../../species-names/species-names.js';
import { CatchSearchQuery } from '../catch-search/catch-search.query.js';
import { WritesInFlight } from '../../log/writes-in-flight.js';
import type { CatchFilter } from './catch-filter.js';
import type { ListCatchesQuery } from './catch-list.schemas.js';
import { isByPersonal } from './erasure.sql.js';

/** To find the nearest names is to read all there are, so it is done for this many unknown ones of a request. */
const MAX_SUGGESTED_FOR = 3;

/** Turns the parameters of a query into conditions that the database can check. */
@Injectable()
export class CatchFilters {
  constructor(
    private readonly species: SpeciesNames,
    private readonly search: CatchSearchQuery,
    private readonly erasures: ErasuresAtWorkQuery,
    private readonly inFlight: WritesInFlight,
  ) {}

  /**
   * Fails with `request.invalid` for a species that nobody knows, and with `limit.heavy_reads` when too much of the
   * viewer waits to search.
   */
  async of(query: ListCatchesQuery, viewer: string, signal?: AbortSignal): Promise<CatchFilter> {
    return {
      viewer,
      query,
      speciesIds: query.species && (await this.speciesIds(query.species)),
      words: query.q === undefined ? [] : await this.search.execute(query.q, { viewer, signal }),
      erasing: isByPersonal(query) ? await this.erasures.execute() : [],
      settledAt: query.updated_since || query.include_deleted ? await this.inFlight.settledAt() : undefined,
    };
  }

  /** A name that several species share means all of them. */
  private async speciesIds(names: readonly string[]): Promise<string[]> {
    const resolved = await Promise.all(names.map(async (name) => ({ name, ...(await this.species.resolve(name)) })));
    const unknown = resolved.filter(({ found }) => found === 'none');
    if (unknown.length > 0)
      throw unknownSpecies(await Promise.all(unknown.map(({ name }, index) => this.violation(name, index))));
    return resolved.flatMap((one) =>
      one.found === 'one' ? [one.species.id] : one.found === 'several' ? one.species.map(({ id }) => id) : [],
    );
  }

  private async violation(name: string, index: number): Promise<Violation> {
    const nearest = index < MAX_SUGGESTED_FOR ? await this.species.nearest(name) : [];
    const names = nearest.map(({ commonName }) => commonName).join(', ');
    return {
      parameter: 'species',
      code: 'species.unknown',
      detail: `No species is called ${JSON.stringify(name)}.${nearest.length > 0 ? ` Nearest: ${names}.` : ''}`,
    };
  }
}

const unknownSpecies = (violations: readonly Violation[]): AppError =>
  new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: violations.map(({ detail }) => detail).join(' '),
    violations,
  });
