import { type Order, orderOf, POOL, SqlValues, type PlaceInList, type SortBy, isOneOf } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listPage, listScope, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SpeciesRow } from '../species.projection.js';
import { SPECIES_COLUMNS } from '../species.rows.js';
import { type SearchReader, SpeciesSearchQuery } from '../species-search/species-search.query.js';
import type { SpeciesView } from '../species-view.js';
import { SpeciesViews } from '../species-views.js';
import type { ListSpeciesQuery, SortKey } from './species-list.schemas.js';

const BY_NAME: readonly SortBy<SortKey>[] = [{ key: 'common_name', descending: false }];
const NULLABLE: ReadonlySet<SortKey> = new Set(['max_weight_lbs']);

@Injectable()
export class SpeciesListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly search: SpeciesSearchQuery,
    private readonly views: SpeciesViews,
    private readonly cursors: Cursors,
  ) {}

  /** One page of the species that fit: with `q` and without `sort` the best matches first. */
  async execute(query: ListSpeciesQuery, reader: SearchReader): Promise<CursorEnvelope<SpeciesView>> {
    const matches = query.q === undefined ? undefined : await this.search.execute(query.q, reader);
    const page = matches && !query.sort ? await this.ranked(query, matches) : await this.sorted(query, matches);
    return { ...page, data: await this.views.of(page.data) };
  }

  private sorted(query: ListSpeciesQuery, matches: readonly string[] | undefined): Promise<CursorEnvelope<SpeciesRow>> {
    return tablePage(this.pool, this.cursors, listScope('species', null, query), query, {
      table: 'listed_species',
      columns: SPECIES_COLUMNS,
      order: orderOfSpecies(query.sort ?? BY_NAME),
      terms: (values) => termsOf(query, matches, values),
    });
  }

  /** In the order of `matches`, some hundred at most: a cursor is how many are behind it. */
  private async ranked(query: ListSpeciesQuery, matches: readonly string[]): Promise<CursorEnvelope<SpeciesRow>> {
    const found = (await this.ranks(query, matches)).map((id, index) => ({ id, rank: index + 1 }));
    const page = await listPage(this.cursors, listScope('species', null, query), query, {
      rows: async ({ after, offset, limit }: PlaceInList) => found.slice(Number(after?.[0] ?? offset)).slice(0, limit),
      total: async () => found.length,
      sortValues: ({ rank }) => [rank],
    });
    const { rows } = await this.pool.query<SpeciesRow>({
      name: 'species-of-page',
      text: `SELECT ${SPECIES_COLUMNS} FROM species WHERE id = ANY($1)`,
      values: [page.data.map(({ id }) => id)],
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { ...page, data: page.data.flatMap(({ id }) => byId.get(id) ?? []) };
  }

  /** Those that fit all other filters. */
  private async ranks(query: ListSpeciesQuery, matches: readonly string[]): Promise<readonly string[]> {
    const values = new SqlValues();
    const filters = termsOf(query, undefined, values);
    if (filters.length === 0) return matches;
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT id FROM species WHERE ${filters.join(' AND ')} AND id = ANY(${values.add(matches)})`,
      values.values,
    );
    const fitting = new Set(rows.map(({ id }) => id));
    return matches.filter((id) => fitting.has(id));
  }
}

/** `name` is short for `common_name`; both are sorted as in a dictionary. */
const orderOfSpecies = (sort: readonly SortBy<SortKey>[]): Order =>
  orderOf(sort, NULLABLE).map((one) => {
    const isName = one.column === 'name' || one.column === 'common_name';
    return isName ? { ...one, column: 'common_name COLLATE "folded"' } : one;
  });

const termsOf = (
  { family, order, water, region, has_record: hasRecord, has_photo: hasPhoto }: ListSpeciesQuery,
  matches: readonly string[] | undefined,
  values: SqlValues,
): string[] => [
  ...(family ? [isOneOf('family', family, values)] : []),
  ...(order ? [isOneOf('"order"', order, values)] : []),
  ...(water ? [isOneOf('water', water, values)] : []),
  ...(region ? [`regions && ${values.add(region)}::text[]`] : []),
  ...(hasRecord === undefined ? [] : [`world_record IS ${hasRecord ? 'NOT NULL' : 'NULL'}`]),
  ...(hasPhoto === undefined ? [] : [`photos ${hasPhoto ? '<>' : '='} '[]'::jsonb`]),
  ...(matches ? [`id = ANY(${values.add(matches)})`] : []),
];
