import { AppError, findAppError } from '@cds/errors';
import { acceptBody, parseBody } from '@cds/validation';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CatchWalkQuery } from '../../catches/read/catch-list/catch-walk.query.js';
import { admitJob } from '../../jobs/admit-job.js';
import type { ExportJob } from '../../generated/client.js';
import { EXPORT_ORIGIN } from '../export-origin.js';
import { exportView, type ExportView } from '../export-view.js';
import { ExportWorker } from '../run-export/export-worker.js';
import { askedFilterOf, requestExportBody } from './request-export.schemas.js';

@Injectable()
export class RequestExportHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(EXPORT_ORIGIN) private readonly origin: string,
    private readonly walk: CatchWalkQuery,
    private readonly worker: ExportWorker,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues an export for the caller's account; fails with `request.invalid` for a filter that a list would refuse, and
   * with `export.limit`.
   */
  async execute(body: unknown, caller: Requester): Promise<ExportView> {
    const { format, filter = {} } = acceptBody(parseBody(requestExportBody, body));
    await this.walk.filterOf(filter, caller.accountId).catch((error: unknown) => Promise.reject(inBody(error)));
    const now = this.clock.now();
    const job = {
      ...NEW,
      id: newId('export'),
      accountId: caller.accountId,
      format,
      filter: askedFilterOf(body),
      createdAt: now,
      turnAt: now,
    };
    const queued = exportView(job, this.origin, now);
    await admitJob(this.pool, 'exports', caller.accountId, async (tx) => {
      await tx.query(QUEUE, [job.id, job.accountId, format, JSON.stringify(job.filter), now]);
      await keepAnswer(tx, caller.reservation, queuedExport(queued));
    });
    this.worker.wake();
    return queued;
  }
}

/** How an export that was queued is answered. */
export const queuedExport = (view: ExportView): StoredResponse => ({
  status: 202,
  headers: { location: `/v1/exports/${view.id}` },
  body: view,
});

const NEW: Omit<ExportJob, 'id' | 'accountId' | 'format' | 'filter' | 'createdAt' | 'turnAt'> = {
  status: 'queued',
  expected: null,
  walked: 0n,
  lastId: '',
  rows: 0n,
  partNames: [],
  partBytes: [],
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
INSERT INTO exports (id, account_id, status, format, filter, walked, last_id, rows, part_names, part_bytes, attempts,
  has_file, created_at, turn_at)
VALUES ($1, $2, 'queued', $3, $4, 0, '', 0, '{}', '{}', 0, false, $5, $5)`;

/** What a list says of a parameter, said of the body's field. */
const inBody = (error: unknown): unknown => {
  const failure = findAppError(error);
  if (!failure || failure.violations.length === 0) return error;
  const violations = failure.violations.map((one) =>
    'parameter' in one ? { pointer: `/filter/${one.parameter}`, code: one.code, detail: one.detail } : one,
  );
  return new AppError({ code: failure.code, kind: failure.kind, message: failure.message, violations });
};
