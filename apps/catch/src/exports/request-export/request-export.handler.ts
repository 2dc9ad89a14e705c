import { recordAudit } from '@cds/audit';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { FilteredSpecies } from '../../catches/read/catch-list/filtered-species.js';
import { admitJob } from '../../jobs/admit-job.js';
import type { ExportJob } from '../../generated/client.js';
import { EXPORT_ORIGIN } from '../export-origin.js';
import { exportView, type ExportView } from '../export-view.js';
import { StoredBytes } from '../../stored-bytes/stored-bytes.js';
import { ExportWorker } from '../run-export/export-worker.js';
import { acceptExportRequest, speciesIn } from './request-export.schemas.js';

@Injectable()
export class RequestExportHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(EXPORT_ORIGIN) private readonly origin: string,
    private readonly species: FilteredSpecies,
    private readonly stored: StoredBytes,
    private readonly worker: ExportWorker,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues an export for the caller's account. Fails with `request.invalid` for a filter that a list would refuse, and
   * with `export.limit` or `storage.limit`.
   */
  async execute(body: unknown, caller: Requester): Promise<ExportView> {
    const unknown = await this.species.unknown(speciesIn(body), { pointer: '/filter/species' });
    const { format, sentFilter, filter } = acceptExportRequest(body, unknown);
    const now = this.clock.now();
    const job = {
      ...NEW,
      id: newId('export'),
      accountId: caller.accountId,
      format,
      filter,
      sentFilter,
      createdAt: now,
      turnAt: now,
    };
    const queued = exportView(job, this.origin, now);
    await admitJob(this.pool, 'exports', caller.accountId, async (tx) => {
      await this.stored.checkHasRoom(tx, 'exports', job.accountId);
      await tx.query(QUEUE, [job.id, job.accountId, format, JSON.stringify(filter), JSON.stringify(sentFilter), now]);
      const details = { format, filtered_by: Object.keys(filter).sort() };
      await recordAudit(tx, caller, { action: 'export.created', targetId: job.id, details });
      await keepAnswer(tx, caller.reservation, queuedExport(queued));
    });
    this.worker.wake();
    return queued;
  }
}

/** The response that has a queued export. */
export const queuedExport = (view: ExportView): StoredResponse => ({
  status: 202,
  headers: { location: `/v1/exports/${view.id}` },
  body: view,
});

const NEW: Omit<ExportJob, 'id' | 'accountId' | 'format' | 'filter' | 'sentFilter' | 'createdAt' | 'turnAt'> = {
  status: 'queued',
  expected: null,
  walked: 0n,
  lastId: '',
  rows: 0n,
  partNames: [],
  partBytes: [],
  staleParts: [],
  error: null,
  attempts: 0,
  stalls: 0,
  lease: null,
  leasedUntil: null,
  hasFile: false,
  completedAt: null,
  expiresAt: null,
};

const QUEUE = `
INSERT INTO exports (id, account_id, status, format, filter, sent_filter, walked, last_id, rows, part_names,
  part_bytes, attempts, has_file, created_at, turn_at)
VALUES ($1, $2, 'queued', $3, $4, $5, 0, '', 0, '{}', '{}', 0, false, $6, $6)`;
