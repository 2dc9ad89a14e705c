import { type ListEnvelope, listEnvelope, type SortBy } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database.js';
import { Prisma, type Species } from '../../generated/client.js';
import { SpeciesSearchQuery } from '../species-search/species-search.query.js';
import { type SpeciesView, speciesView } from '../species-view.js';
import type { ListSpeciesQuery, SortKey } from './species-list.schemas.js';

const BY_NAME: readonly SortBy<SortKey>[] = [{ key: 'common_name', descending: false }];

interface Found {
  total: number;
  rows: readonly Species[];
}

@Injectable()
export class SpeciesListQuery {
  constructor(
    private readonly database: Database,
    private readonly search: SpeciesSearchQuery,
  ) {}

  /** One page of the species that fit, and how many fit in all. */
  async execute(query: ListSpeciesQuery): Promise<ListEnvelope<SpeciesView>> {
    const { total, rows } = await this.find(query);
    return listEnvelope(rows.map(speciesView), { total, page: query.page, perPage: query.per_page });
  }

  private async find(query: ListSpeciesQuery): Promise<Found> {
    const where = filterOf(query);
    const skip = (query.page - 1) * query.per_page;
    if (query.q === undefined) return this.sorted(where, query.sort ?? BY_NAME, skip, query.per_page);
    const matches = await this.search.execute(query.q);
    const found = { ...where, id: { in: [...matches] } };
    return query.sort === undefined ? this.ranked(found, matches, skip, query.per_page) : this.sorted(found, query.sort, skip, query.per_page);
  }

  private async sorted(where: Prisma.SpeciesWhereInput, sort: readonly SortBy<SortKey>[], skip: number, take: number): Promise<Found> {
    const [total, rows] = await Promise.all([
      this.database.species.count({ where }),
      this.database.species.findMany({ where, orderBy: orderOf(sort), skip, take }),
    ]);
    return { total, rows };
  }

  /** In the order of `matches`. */
  private async ranked(where: Prisma.SpeciesWhereInput, matches: readonly string[], skip: number, take: number): Promise<Found> {
    const fitting = new Set((await this.database.species.findMany({ where, select: { id: true } })).map(({ id }) => id));
    const page = matches.filter((id) => fitting.has(id)).slice(skip, skip + take);
    const rows = await this.database.species.findMany({ where: { id: { in: page } } });
    return { total: fitting.size, rows: rows.toSorted((one, other) => page.indexOf(one.id) - page.indexOf(other.id)) };
  }
}

const filterOf = ({ family, order, water, region, has_record: hasRecord }: ListSpeciesQuery): Prisma.SpeciesWhereInput => ({
  ...(family && { family: { in: family } }),
  ...(order && { order: { in: order } }),
  ...(water && { water: { in: water } }),
  ...(region && { regions: { hasSome: region } }),
  ...(hasRecord !== undefined && { worldRecord: hasRecord ? { not: Prisma.DbNull } : { equals: Prisma.DbNull } }),
});

/** Nulls last either way; ties by id in the first key's direction. */
const orderOf = (sort: readonly SortBy<SortKey>[]): Prisma.SpeciesOrderByWithRelationInput[] => [
  ...sort.map(orderBy),
  { id: sort[0]?.descending === true ? 'desc' : 'asc' },
];

const orderBy = ({ key, descending }: SortBy<SortKey>): Prisma.SpeciesOrderByWithRelationInput => {
  const sort = descending ? 'desc' : 'asc';
  switch (key) {
    case 'common_name':
      return { commonName: sort };
    case 'scientific_name':
      return { scientificName: sort };
    case 'max_weight_lbs':
      return { maxWeightLbs: { sort, nulls: 'last' } };
    case 'updated_at':
      return { updatedAt: sort };
  }
};
