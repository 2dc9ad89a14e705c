import { POOL } from '@cds/postgres';
import { BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 60_000;
/** Rows of each table that one step deletes at most: some tens of milliseconds of work. */
const BATCH = 1_000;

/**
 * Removes the clients that were deleted: the grants that people gave them, with codes and tokens, then the clients
 * themselves. Each step is a transaction of its own, and what is left says where to continue, so that a process may die
 * at any moment. Copies of the gateway skip each other's rows.
 */
@Injectable()
export class ClientRemover {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    background: BackgroundWork,
  ) {
    background.recurring({
      name: 'deleted-oauth-clients',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => this.remove(signal),
    });
  }

  /** Removes all that no other copy of the gateway is removing; returns how many rows were deleted. */
  async remove(signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for (let some = 1; some > 0 && !signal?.aborted; removed += some) some = await this.removeSome();
    return removed;
  }

  /** One step; returns how many rows were deleted, 0 when nothing is left to do. */
  async removeSome(): Promise<number> {
    const { rows } = await this.pool.query<{ removed: number }>(REMOVE_GRANTS, [BATCH]);
    const [{ removed } = { removed: 0 }] = rows;
    return removed > 0 ? removed : ((await this.pool.query(REMOVE_CLIENTS, [BATCH])).rowCount ?? 0);
  }
}

/**
 * Grants with more artifacts than a batch wait until these are deleted, in earlier steps: the foreign key would delete
 * all of them at once. It deletes only artifacts that were updated, and so moved, during the statement. Sub-selects
 * that lock, and arrays, keep the planner from reading whole tables for clients and grants whose numbers it does not
 * know.
 */
const REMOVE_GRANTS = `
WITH next AS MATERIALIZED (
  SELECT given.id FROM (SELECT id FROM oauth_clients WHERE deleted_at IS NOT NULL) AS app
  CROSS JOIN LATERAL (SELECT id FROM oauth_grants WHERE client_id = app.id FOR UPDATE SKIP LOCKED) AS given LIMIT $1
), held AS MATERIALIZED (
  SELECT artifact.place FROM next
  CROSS JOIN LATERAL (SELECT ctid AS place FROM oauth_artifacts WHERE grant_id = next.id OFFSET 0) AS artifact LIMIT $1
), artifacts AS (
  DELETE FROM oauth_artifacts WHERE ctid = ANY (ARRAY(SELECT held.place FROM held)) RETURNING 1
), grants AS (
  DELETE FROM oauth_grants
  WHERE id = ANY (ARRAY(SELECT next.id FROM next)) AND (SELECT count(*) FROM held) < $1 RETURNING 1
)
SELECT ((SELECT count(*) FROM artifacts) + (SELECT count(*) FROM grants))::int AS removed`;

const REMOVE_CLIENTS = `
DELETE FROM oauth_clients WHERE id IN (
  SELECT app.id FROM oauth_clients AS app
  WHERE app.deleted_at IS NOT NULL AND (SELECT id FROM oauth_grants WHERE client_id = app.id LIMIT 1) IS NULL
  LIMIT $1 FOR UPDATE SKIP LOCKED)`;
