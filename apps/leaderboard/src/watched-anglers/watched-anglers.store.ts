import { textArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';

/** The anglers that an endpoint watches from one of its versions on. */
export interface WatchedByEndpoint {
  readonly endpointId: string;
  readonly version: number;
  readonly anglerIds: readonly string[];
}

/** The anglers whose every move is published, because an endpoint of webhooks asks for them. */
@Injectable()
export class WatchedAnglers {
  /** Those of `anglerIds` that an endpoint watches. */
  async among(db: Queryable, anglerIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await db.query<{ angler_id: string }>({
      name: 'watched-anglers',
      text: 'SELECT DISTINCT angler_id FROM watched_anglers WHERE angler_id = ANY($1::text[])',
      values: [textArray(anglerIds)],
    });
    return new Set(rows.map((row) => row.angler_id));
  }

  /** Replaces the anglers of endpoints; an older version than the one that is known changes nothing. */
  async record(db: Queryable, changes: readonly WatchedByEndpoint[]): Promise<void> {
    const newest = new Map<string, WatchedByEndpoint>();
    for (const one of changes)
      if ((newest.get(one.endpointId)?.version ?? 0) < one.version) newest.set(one.endpointId, one);
    const values = [[...newest.keys()], [...newest.values()].map(({ version }) => version)];
    const { rows } = await db.query<{ endpoint_id: string }>(RECORD, values);
    const newer = rows.flatMap(({ endpoint_id: id }) => newest.get(id) ?? []);
    if (newer.length === 0) return;
    await db.query('DELETE FROM watched_anglers WHERE endpoint_id = ANY($1)', [
      newer.map(({ endpointId }) => endpointId),
    ]);
    const pairs = newer.flatMap(({ endpointId, anglerIds }) => anglerIds.map((anglerId) => ({ endpointId, anglerId })));
    await db.query(ADD, [pairs.map(({ endpointId }) => endpointId), pairs.map(({ anglerId }) => anglerId)]);
  }
}

const RECORD = `
  INSERT INTO watching_endpoints AS known (endpoint_id, version)
  SELECT endpoint_id, version FROM unnest($1::text[], $2::int[]) AS added (endpoint_id, version) ORDER BY 1
  ON CONFLICT (endpoint_id) DO UPDATE SET version = excluded.version WHERE known.version < excluded.version
  RETURNING known.endpoint_id`;

const ADD = `
  INSERT INTO watched_anglers (endpoint_id, angler_id)
  SELECT endpoint_id, angler_id FROM unnest($1::text[], $2::text[]) AS added (endpoint_id, angler_id)
  ON CONFLICT (endpoint_id, angler_id) DO NOTHING`;
