import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';

export interface Species {
  readonly id: string;
  readonly commonName: string;
  readonly version: number;
}

/** A species that there is, or was. */
export interface KnownSpecies {
  readonly id: string;
  readonly commonName: string;
  readonly deleted: boolean;
}

/** This service's own copy of the species. */
@Injectable()
export class SpeciesStore {
  /**
   * Stores the newest version of each species and returns those that were new. A deleted species stays deleted.
   */
  async record(db: Queryable, species: readonly Species[]): Promise<Species[]> {
    const { rows } = await db.query<{ id: string }>(UPSERT, [
      species.map(({ id }) => id),
      species.map(({ commonName }) => commonName),
      species.map(({ version }) => version),
    ]);
    const newer = new Set(rows.map(({ id }) => id));
    return species.filter(({ id }) => newer.has(id));
  }

  async delete(db: Queryable, ids: readonly string[]): Promise<void> {
    await db.query('UPDATE species SET deleted = true WHERE id = ANY($1)', [ids]);
  }

  /**
   * A species that stays as it is until the transaction ends; undefined when there was never one with this id. What is
   * named after it in the transaction is seen by whoever renames it later.
   */
  async hold(tx: Queryable, id: string): Promise<KnownSpecies | undefined> {
    const { rows } = await tx.query<{ name: string; deleted: boolean }>(HOLD, [id]);
    return rows.map(({ name, deleted }) => ({ id, commonName: name, deleted }))[0];
  }

  /** The ids of `ids` that belong to no species. */
  async unknown(db: Queryable, ids: readonly string[]): Promise<string[]> {
    const { rows } = await db.query<{ id: string }>('SELECT id FROM species WHERE id = ANY($1) AND NOT deleted', [ids]);
    const known = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }
}

const UPSERT = `
  INSERT INTO species AS known (id, common_name, version)
  SELECT * FROM unnest($1::text[], $2::text[], $3::int[]) ORDER BY 1
  ON CONFLICT (id) DO UPDATE SET common_name = excluded.common_name, version = excluded.version
  WHERE known.version < excluded.version AND NOT known.deleted
  RETURNING known.id`;

const HOLD = 'SELECT common_name AS name, deleted FROM species WHERE id = $1 FOR SHARE';
