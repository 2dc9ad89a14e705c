import type { Queryable } from '@cds/postgres';
import { Clock, type Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { contextOf, later } from '../append-context.js';
import { speciesHasCatches } from '../species.errors.js';
import { SpeciesLog, TO_DELETE } from '../species-log.js';
import { descriptionOf, type SpeciesRow } from '../species.projection.js';

@Injectable()
export class DeleteSpeciesHandler {
  constructor(
    private readonly log: SpeciesLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes a species of which no catch is logged; else it fails with `species.has_catches`. A catch that is logged
   * meanwhile, and that this service hears of later, brings the species back (`RestoreSpecies`).
   */
  async execute(idOrSlug: string, caller: Requester, ifMatch: string | undefined): Promise<void> {
    await this.log.transaction(async (tx) => {
      const row = await this.log.lock(tx, idOrSlug, ifMatch, TO_DELETE);
      const catches = await catchesOf(tx, row.id);
      if (catches > 0) throw speciesHasCatches(row.id, catches);
      const context = contextOf(caller, later(this.clock.now(), row.updatedAt));
      await tx.query(REMEMBER, rowOf(row, context.occurredAt));
      await this.log.append(tx, row, [{ type: 'SpeciesDeleted', data: {} }], context);
    });
  }
}

const catchesOf = async (db: Queryable, id: string): Promise<number> => {
  const { rows } = await db.query<{ catches: string }>(
    'SELECT catches FROM species_catch_counts WHERE species_id = $1',
    [id],
  );
  return Number(rows[0]?.catches ?? 0);
};

const rowOf = (row: SpeciesRow, deletedAt: Date): unknown[] => [
  row.id,
  row.slug,
  row.scientificName,
  JSON.stringify({ ...descriptionOf(row), photos: [], serviceRecord: null }),
  row.version + 1,
  row.createdAt,
  deletedAt,
];

const REMEMBER = `
  INSERT INTO deleted_species (id, slug, scientific_name, description, version, created_at, deleted_at, seeded_name)
  VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT seeded_name FROM species WHERE id = $1))`;
