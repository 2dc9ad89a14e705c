import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';

export interface Species {
  readonly id: string;
  readonly commonName: string;
  readonly version: number;
}

export interface RecordedSpecies extends Species {
  /** Its name before; null for a species that was not known. */
  readonly formerName: string | null;
}

/** A species that there is, or was. */
export interface KnownSpecies {
  readonly id: string;
  readonly commonName: string;
  readonly deleted: boolean;
}

/** When the change of a species happened. */
export type TimeOf = (id: string) => Date;

/** This service's own copy of the species. */
@Injectable()
export class SpeciesStore {
  /**
   * Stores the newest version of each species and returns those that were new. A deleted species comes back by a later
   * version that is also later than its deletion.
   */
  async record(db: Queryable, species: readonly Species[], timeOf: TimeOf): Promise<RecordedSpecies[]> {
    const { rows } = await db.query<{ id: string; former: string | null }>(UPSERT, [
      species.map(({ id }) => id),
      species.map(({ commonName }) => commonName),
      species.map(({ version }) => version),
      species.map(({ id }) => timeOf(id).toISOString()),
    ]);
    const former = new Map(rows.map((row) => [row.id, row.former]));
    return species.flatMap((one) => {
      const formerName = former.get(one.id);
      return formerName === undefined ? [] : [{ ...one, formerName }];
    });
  }

  /** Deletes species, but for those whose state is later than the deletion. Returns the ids of those deleted. */
  async delete(db: Queryable, ids: readonly string[], timeOf: TimeOf): Promise<string[]> {
    const { rows } = await db.query<{ id: string }>(DELETE, [ids, ids.map((id) => timeOf(id).toISOString())]);
    return rows.map(({ id }) => id);
  }

  /**
   * A species that stays as it is until the transaction ends; undefined when there was never one with this id. What is
   * named after it in the transaction is seen by whoever renames it later.
   */
  async hold(tx: Queryable, id: string): Promise<KnownSpecies | undefined> {
    const { rows } = await tx.query<{ name: string; deleted: boolean }>(HOLD, [id]);
    return rows.map(({ name, deleted }) => ({ id, commonName: name, deleted }))[0];
  }

  /** The ids of `ids` that no species has, nor ever had: a deleted one keeps its id. */
  async unknown(db: Queryable, ids: readonly string[]): Promise<string[]> {
    const { rows } = await db.query<{ id: string }>('SELECT id FROM species WHERE id = ANY($1)', [ids]);
    const known = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }
}

const UPSERT = `
  INSERT INTO species AS known (id, common_name, version, changed_at)
  SELECT new.id, new.common_name, new.version, new.changed_at
  FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) AS new (id, common_name, version, changed_at)
  ORDER BY new.id
  ON CONFLICT (id) DO UPDATE SET common_name = excluded.common_name, version = excluded.version,
    changed_at = excluded.changed_at, deleted = false
  WHERE known.version < excluded.version AND (NOT known.deleted OR known.changed_at < excluded.changed_at)
  RETURNING known.id, old.common_name AS former`;

const HOLD = 'SELECT common_name AS name, deleted FROM species WHERE id = $1 FOR SHARE';

/** A deletion that is replayed late must not delete a species that came back meanwhile: its state is later. */
const DELETE = `
  UPDATE species SET deleted = true, changed_at = gone.at
  FROM unnest($1::text[], $2::timestamptz[]) AS gone (id, at)
  WHERE species.id = gone.id AND NOT species.deleted AND (species.changed_at IS NULL OR species.changed_at <= gone.at)
  RETURNING species.id`;
