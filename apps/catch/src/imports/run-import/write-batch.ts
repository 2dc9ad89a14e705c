import { type EventPriority, RelayNotifier } from '@cds/event-store';
import { violates } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { WritesInFlight } from '../../catches/log/writes-in-flight.js';
import { CatchRecorder } from '../../catches/write/catch-recorder.js';
import { ImportQueue } from '../import-queue.js';
import { StoredBytes } from '../../stored-bytes/stored-bytes.js';
import { type ImportJobRow, refusedRowsKey } from '../import-job.js';
import { ImportPriority } from './import-priority.js';
import type { ImportBatch, LoggableRow, RefusedRow } from './import-batch.js';

const TRIES = 5;

/** Writes a batch in one transaction: its catches with their events, its rejected rows, and how far the import is. */
@Injectable()
export class WriteBatch {
  constructor(
    private readonly queue: ImportQueue,
    private readonly priority: ImportPriority,
    private readonly recorder: CatchRecorder,
    private readonly inFlight: WritesInFlight,
    private readonly stored: StoredBytes,
    private readonly notifier: RelayNotifier,
  ) {}

  /**
   * Fails with `resource.conflict`, and writes nothing, when another worker has the import now; with `storage.limit`
   * when the account's imports keep too much.
   */
  async execute(job: ImportJobRow, batch: ImportBatch): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        const priority = await this.inFlight.transaction((tx, stamp) => this.write(tx, job, batch, stamp));
        if (priority === 'live') this.notifier.wake();
        return;
      } catch (error) {
        // A request has just logged a catch with the same external_id: the next attempt sees it and skips the row.
        if (tried === TRIES || !violates(error, 'catches_account_id_external_id_key')) throw error;
      }
    }
  }

  /** The priority of the events; null without events. */
  private async write(
    tx: pg.PoolClient,
    job: ImportJobRow,
    { rows, next }: ImportBatch,
    stamp: () => Promise<Date>,
  ): Promise<EventPriority | null> {
    await this.queue.progress(tx, job);
    const loggable = rows.filter((row) => 'ready' in row);
    const refused = rows.filter((row) => 'errors' in row);
    const fresh = await freshRows(tx, job, loggable);
    const priority = fresh.length > 0 ? await this.log(tx, job, fresh, await stamp()) : null;
    if (refused.length > 0) await this.refuse(tx, job, refused);
    await tx.query(ADVANCE, [
      job.id,
      next.position,
      next.lines,
      fresh.length,
      loggable.length - fresh.length,
      refused.length,
    ]);
    return priority;
  }

  private async log(
    tx: pg.PoolClient,
    job: ImportJobRow,
    rows: readonly LoggableRow[],
    occurredAt: Date,
  ): Promise<EventPriority> {
    const priority = await this.priority.of(tx, job, { count: rows.length, at: occurredAt });
    const context = {
      occurredAt,
      actor: { accountId: job.account_id, credentialId: job.credential_id },
      requestId: job.request_id,
      traceparent: job.traceparent,
      priority,
    };
    await this.recorder.logMany(
      tx,
      rows.map(({ ready }) => ready),
      context,
    );
    return priority;
  }

  /** Counted as the file is, since a row of a few bytes is refused with a hundred times as many. */
  private async refuse(tx: pg.PoolClient, job: ImportJobRow, refused: readonly RefusedRow[]): Promise<void> {
    const rows = JSON.stringify(refused);
    const bytes = Buffer.byteLength(rows);
    await tx.query(REFUSE, [job.id, rows]);
    await this.stored.add(tx, { kind: 'imports', id: refusedRowsKey(job.id), accountId: job.account_id, bytes });
  }
}

/** The rows that were not imported before, by their external_id, or by file and line where they have none. */
const freshRows = async (
  tx: pg.PoolClient,
  job: ImportJobRow,
  rows: readonly LoggableRow[],
): Promise<LoggableRow[]> => {
  const named = new Map<string, LoggableRow>();
  for (const row of rows) {
    const { externalId } = row;
    if (externalId !== null && !named.has(externalId)) named.set(externalId, row);
  }
  const lines = rows.filter(({ externalId }) => externalId === null).map(({ line }) => line);
  const taken =
    named.size === 0 ? [] : (await tx.query<{ external_id: string }>(TAKEN, [job.account_id, [...named.keys()]])).rows;
  for (const { external_id: externalId } of taken) named.delete(externalId);
  const added = lines.length === 0 ? [] : (await tx.query<{ line: number }>(ADD_LINES, [job.file_id, lines])).rows;
  const fresh = new Set([...added.map(({ line }) => line), ...[...named.values()].map(({ line }) => line)]);
  return rows.filter(({ line }) => fresh.has(line));
};

/** Looks up each external_id by itself: for all at once PostgreSQL may read every catch of the account. */
const TAKEN = `SELECT named.external_id FROM unnest($2::text[]) AS named (external_id), LATERAL (
  SELECT FROM catches WHERE account_id = $1 AND catches.external_id = named.external_id LIMIT 1) AS taken`;

const ADD_LINES =
  'INSERT INTO imported_rows (file_id, line) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING RETURNING line';

const REFUSE = `INSERT INTO import_rejections (import_id, line, errors)
SELECT $1, line, errors FROM json_to_recordset($2::json) AS refused (line int, errors jsonb)`;

const ADVANCE = `UPDATE imports
  SET position = $2, lines = $3, accepted = accepted + $4, duplicates = duplicates + $5, rejected = rejected + $6
  WHERE id = $1`;
