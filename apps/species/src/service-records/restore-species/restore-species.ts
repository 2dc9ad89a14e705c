import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import { Injectable } from '@nestjs/common';
import { later } from '../../catalogue/append-context.js';
import { slugOf } from '../../catalogue/seed-catalogue/slug.js';
import { speciesEvents } from '../../catalogue/species-log.js';
import { lockNames, takenSlugs } from '../../catalogue/species-names.js';
import type { SpeciesDescription } from '../../catalogue/species.events.js';
import { evolveRow, type SpeciesRow } from '../../catalogue/species.projection.js';
import { saveSpecies } from '../../catalogue/species.rows.js';

interface DeletedRow {
  id: string;
  description: SpeciesDescription;
  version: number;
  createdAt: Date;
  deletedAt: Date;
}

/** A catch that was logged while its species was being deleted wins: the species comes back. */
@Injectable()
export class RestoreSpecies {
  /**
   * Brings back those of these species that were deleted, and returns them. One whose scientific name went to another
   * species stays deleted.
   */
  async execute(tx: Queryable, ids: readonly string[], context: AppendContext): Promise<SpeciesRow[]> {
    if (ids.length === 0) return [];
    const { rows: seen } = await tx.query('SELECT FROM deleted_species WHERE id = ANY($1) LIMIT 1', [ids]);
    if (seen.length === 0) return [];
    await lockNames(tx);
    const { rows } = await tx.query<DeletedRow>(DELETED, [ids]);
    const restored: SpeciesRow[] = [];
    for (const row of rows) restored.push(await restore(tx, row, context));
    return restored;
  }
}

const restore = async (tx: Queryable, gone: DeletedRow, context: AppendContext): Promise<SpeciesRow> => {
  const taken = await takenSlugs(tx);
  const { description } = gone;
  const species = { ...description, slug: taken.has(description.slug) ? slugOf(description, taken) : description.slug };
  const at = { ...context, occurredAt: later(context.occurredAt, gone.deletedAt) };
  const events = [{ type: 'SpeciesRestored', data: { species } }] as const;
  const recorded = await speciesEvents.append(tx, gone.id, gone.version, events, at);
  const row = recorded.reduce<SpeciesRow | null>(evolveRow, null);
  if (row === null) throw new Error(`the species ${gone.id} was not restored`);
  const restored = { ...row, createdAt: gone.createdAt };
  await saveSpecies(tx, [restored]);
  await tx.query(FORGET, [gone.id]);
  return restored;
};

const DELETED = `
  SELECT gone.id, gone.description, gone.version, gone.created_at AS "createdAt", gone.deleted_at AS "deletedAt"
  FROM deleted_species AS gone
  WHERE gone.id = ANY($1) AND NOT EXISTS (SELECT FROM species WHERE scientific_name = gone.scientific_name)
  ORDER BY gone.id FOR UPDATE`;

const FORGET = `
  WITH gone AS (DELETE FROM deleted_species WHERE id = $1 RETURNING id, seeded_name)
  UPDATE species SET seeded_name = gone.seeded_name FROM gone WHERE species.id = gone.id`;
