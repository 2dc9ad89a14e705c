import { POOL } from '@cds/postgres';
import { Clock, newId } from '@cds/service-kit';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import type { ProxiedRequest } from '../../request/proxied-request.js';
import { type LoggedRequest, loggedRequest } from './logged-request.js';
import { RequestLogMetrics } from './request-log-metrics.js';
import { RoomPerAccount } from './room-per-account.js';
import { UsageTally } from './usage-tally.js';

const WRITE_EVERY_MS = 1_000;
/** Rows of one statement, which takes a few milliseconds. */
const BATCH = 500;
/** So many rows wait for a database that is slow or away; what comes then is dropped, and counted. */
const MAX_WAITING = 10_000;

/**
 * Keeps what an account may look up about its calls. No request waits for it: rows are handed to memory when the
 * answer is out, and written once a second. A process that dies loses its last second.
 */
@Injectable()
export class RequestLog implements OnModuleDestroy {
  private readonly rooms = new RoomPerAccount();
  private readonly writing: RecurringTask;
  private waiting: LoggedRequest[] = [];

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
    private readonly usage: UsageTally,
    private readonly metrics: RequestLogMetrics,
    background: BackgroundWork,
  ) {
    const run = () => this.write();
    this.writing = background.recurring({ name: 'request-log', everyMs: WRITE_EVERY_MS, run });
  }

  /** Requests in progress end after it: what they leave is written as it comes. */
  async onModuleDestroy(): Promise<void> {
    await this.writing.stop();
    await this.write().catch(() => undefined);
  }

  /** Notes a call that is over. Calls of nobody are in nobody's log. */
  note(request: ProxiedRequest): void {
    const { caller, route, response } = request;
    if (!caller || !route) return;
    const status = response.headersSent ? response.statusCode : null;
    const endedAt = this.clock.now();
    this.usage.count(caller, status, endedAt);
    const kind = status !== null && status >= 400 ? 'error' : 'success';
    if (!this.rooms.take(caller.accountId, kind, endedAt.getTime())) return this.metrics.dropped('over_bound');
    if (this.waiting.length >= MAX_WAITING) return this.metrics.dropped('no_room');
    this.waiting.push(loggedRequest(request, { id: newId('requestLogEntry'), endedAt, caller, route, status }));
    if (this.writing.signal.aborted) void this.write().catch(() => undefined);
  }

  /** Writes what waits. What cannot be written waits for the next time, as far as there is room. */
  async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      try {
        await this.writeBatch(batch);
      } catch (error) {
        this.waiting.unshift(...batch);
        throw error;
      }
    }
  }

  /** Without the rows that the database refuses: none may keep the rows of other accounts from being written. */
  private async writeBatch(batch: readonly LoggedRequest[]): Promise<void> {
    try {
      await this.pool.query(WRITE, [JSON.stringify(batch)]);
    } catch (error) {
      if (!isDataException(error)) throw error;
      if (batch.length === 1) return this.metrics.dropped('refused');
      const middle = Math.ceil(batch.length / 2);
      for (const half of [batch.slice(0, middle), batch.slice(middle)]) await this.writeBatch(half);
    }
  }
}

/** Class 22 of PostgreSQL's error codes. */
const isDataException = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('22');

// A batch whose answer was lost is written once all the same.
const WRITE = `
INSERT INTO request_log (id, at, account_id, credential_id, credential_type, method, route, path, query, status, code,
  detail, duration_ms, request_id)
SELECT noted.id, noted.at, noted.account_id, noted.credential_id, noted.credential_type, noted.method, noted.route,
  noted.path, noted.query, noted.status, noted.code, noted.detail, noted.duration_ms, noted.request_id
FROM jsonb_to_recordset($1::jsonb) AS noted (id text, at timestamptz, account_id text, credential_id text,
  credential_type text, method text, route text, path text, query text, status smallint, code text, detail text,
  duration_ms integer, request_id text)
ON CONFLICT (at, id) DO NOTHING`;
