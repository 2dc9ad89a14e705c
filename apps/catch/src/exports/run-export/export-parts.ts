import { inTransaction, POOL } from '@cds/postgres';
import { fileSpace } from '@cds/storage';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { StoredBytes } from '../../stored-bytes/stored-bytes.js';
import type { ExportJobRow } from '../export-job.js';
import { ExportQueue } from '../export-queue.js';
import { anglersOf, erasedSince } from './erased-since.js';
import type { ExportPart } from './export-part.js';

/** A part that is in the storage: what it is, and what was visible before it was read. */
export interface WrittenPart {
  readonly part: ExportPart;
  readonly index: number;
  readonly name: string;
  readonly snapshot: string;
}

/** A part that has to be written again, since an angler of whom it says something was erased. */
export interface StalePart {
  readonly name: string;
  readonly index: number;
  readonly bytes: number;
  readonly rows: number;
  readonly after_id: string;
  readonly last_id: string;
}

/**
 * The parts of exports. Anglers of a part are locked before its export, in the order of an erasure, which therefore
 * either finds the part in the export and marks it as stale, or is found here: then the part is stale from the start.
 */
@Injectable()
export class ExportParts {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly exports: ExportQueue,
    private readonly stored: StoredBytes,
  ) {}

  /** Adds a part behind all others. */
  async add(job: ExportJobRow, written: WrittenPart): Promise<void> {
    const { part, name } = written;
    await this.put(job, written, 0, async (tx, stale) => {
      await tx.query(ADD, [job.id, part.lastId, part.walked, part.rows, name, part.bytes, stale]);
    });
  }

  /** Puts a part in the place of a stale one. False when it is stale itself. */
  async replace(job: ExportJobRow, former: StalePart, written: WrittenPart): Promise<boolean> {
    const { part, index, name } = written;
    return this.put(job, written, fileSpace(former.bytes), async (tx, stale) => {
      const more = part.rows - former.rows;
      await tx.query(REPLACE, [job.id, index + 1, name, part.bytes, more, former.name, stale]);
      await tx.query(FORGET, [job.id, former.name]);
    });
  }

  /** The part that has been stale for longest; `unknown` where a copy of the previous release wrote one of them. */
  async nextStale({ id }: ExportJobRow): Promise<StalePart | 'unknown' | undefined> {
    const { rows } = await this.pool.query<StalePart & { is_known: boolean }>(NEXT_STALE, [id]);
    const [next] = rows;
    return next?.is_known === false ? 'unknown' : next;
  }

  /** Ends the export. False when a part of it is stale. */
  complete(job: ExportJobRow): Promise<boolean> {
    return inTransaction(this.pool, async (tx) => {
      await this.exports.renew(tx, job);
      if ((await tx.query(HAS_STALE, [job.id])).rows.length > 0) return false;
      await this.exports.complete(tx, job);
      return true;
    });
  }

  /** Takes all parts out of the export, and returns their names. */
  beginAgain(job: ExportJobRow): Promise<string[]> {
    return inTransaction(this.pool, async (tx) => {
      await this.exports.progress(tx, job);
      const { rows } = await tx.query<{ part_names: string[] }>(PART_NAMES, [job.id]);
      await this.stored.remove(tx, 'exports', [job.id]);
      await tx.query(FORGET_ALL, [job.id]);
      await tx.query(BEGIN_AGAIN, [job.id]);
      return rows.flatMap(({ part_names: names }) => names);
    });
  }

  private put(
    job: ExportJobRow,
    { part, index, name, snapshot }: WrittenPart,
    freed: number,
    place: (tx: pg.PoolClient, stale: readonly string[]) => Promise<void>,
  ): Promise<boolean> {
    return inTransaction(this.pool, async (tx) => {
      const isStale = await erasedSince(tx, part, snapshot);
      await this.exports.progress(tx, job);
      const bytes = fileSpace(part.bytes) - freed;
      await this.stored.add(tx, { kind: 'exports', id: job.id, accountId: job.account_id, bytes });
      await tx.query(ADD_ANGLERS, [job.id, anglersOf(part), index]);
      const { afterId, toId = part.lastId } = part.range;
      await tx.query(DESCRIBE, [job.id, name, afterId, toId, part.rows]);
      await place(tx, isStale ? [name] : []);
      return !isStale;
    });
  }
}

const ADD_ANGLERS = `
INSERT INTO export_anglers AS known (export_id, angler_id, parts) SELECT $1, unnest($2::text[]), ARRAY[$3::int]
ON CONFLICT (angler_id, export_id) DO UPDATE SET parts = known.parts || excluded.parts
WHERE NOT known.parts @> excluded.parts`;

const DESCRIBE = 'INSERT INTO export_parts (export_id, name, after_id, last_id, rows) VALUES ($1, $2, $3, $4, $5)';

const ADD = `
UPDATE exports SET last_id = $2, walked = walked + $3, rows = rows + $4, part_names = part_names || $5::text,
  part_bytes = part_bytes || $6::bigint, stale_parts = stale_parts || $7::text[] WHERE id = $1`;

const REPLACE = `
UPDATE exports SET part_names[$2::int] = $3, part_bytes[$2::int] = $4, rows = rows + $5,
  stale_parts = array_remove(stale_parts, $6) || $7::text[] WHERE id = $1`;

const FORGET = 'DELETE FROM export_parts WHERE export_id = $1 AND name = $2';
const FORGET_ALL = 'DELETE FROM export_parts WHERE export_id = $1';

/** The previous release leaves the marks there when it takes parts out of an export: only those of its parts count. */
const HAS_STALE = 'SELECT FROM exports WHERE id = $1 AND stale_parts && part_names';

const NEXT_STALE = `
SELECT part.name, part.number::int - 1 AS index, part.bytes::float8 AS bytes, known.rows, known.after_id, known.last_id,
  known.name IS NOT NULL AS is_known
FROM exports AS job
CROSS JOIN unnest(job.part_names, job.part_bytes) WITH ORDINALITY AS part(name, bytes, number)
LEFT JOIN export_parts AS known ON known.export_id = job.id AND known.name = part.name
WHERE job.id = $1 AND part.name = ANY(job.stale_parts)
ORDER BY known.name IS NOT NULL, array_position(job.stale_parts, part.name) LIMIT 1`;

const PART_NAMES = 'SELECT part_names FROM exports WHERE id = $1';

const BEGIN_AGAIN = `
UPDATE exports SET last_id = '', walked = 0, rows = 0, part_names = '{}', part_bytes = '{}', stale_parts = '{}'
WHERE id = $1`;
