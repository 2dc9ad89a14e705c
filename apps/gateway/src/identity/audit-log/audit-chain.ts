import { POOL } from '@cds/postgres';
import { Clock, ServiceLogger } from '@cds/service-kit';
import { BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 1_000;
/** Some tens of milliseconds of work: whoever links entries holds a lock of the chain for as long. */
const BATCH = 1_000;
/** A tally is final this long after its first event: no copy of the gateway counts in it any more. */
const TALLY_MS = 120_000;
const TELL_EVERY_MS = 60_000;

interface Head {
  readonly chained: number;
  readonly position: string | null;
  readonly hash: string | null;
}

/**
 * Links new entries of the audit log to the end of its chain, about a second after they were added, in order of their
 * time as far as they are there. Copies of the gateway take turns. The end of the chain is logged once a minute, so
 * that the log of the process proves later what the table held.
 */
@Injectable()
export class AuditChain {
  private toldAt = 0;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
    background: BackgroundWork,
  ) {
    background.recurring({
      name: 'audit-chain',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => this.extend(signal),
    });
  }

  /** Links what waits; returns how many entries were linked. While another copy is at it, none. */
  async extend(signal?: AbortSignal): Promise<number> {
    await this.closeTallies(signal);
    let sum = 0;
    for (let chained = BATCH; chained === BATCH && !signal?.aborted; sum += chained) {
      const { rows } = await this.pool.query<Head>(CHAIN, [BATCH]);
      const [head] = rows;
      chained = head?.chained ?? 0;
      if (head && chained > 0) this.tell(head);
    }
    return sum;
  }

  private async closeTallies(signal: AbortSignal | undefined): Promise<void> {
    const before = new Date(this.clock.now().getTime() - TALLY_MS);
    for (let closed: number | null = BATCH; closed === BATCH && !signal?.aborted;)
      closed = (await this.pool.query(CLOSE_TALLIES, [before, BATCH])).rowCount;
  }

  private tell({ position, hash }: Head): void {
    const now = this.clock.now().getTime();
    if (now - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = now;
    this.logger.event('audit.chained', { position, hash }, 'info');
  }
}

const CHAIN = `
SELECT made.chained, made.head_position AS position, made.head_hash AS hash FROM chain_audit_entries($1) AS made`;

const CLOSE_TALLIES = `
WITH closed AS (
  DELETE FROM audit_tallies WHERE counted_as IN (
    SELECT counted_as FROM audit_tallies WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING id, at, action, account_id, target_id, address, request_id, details
)
INSERT INTO audit_entries (id, at, action, account_id, target_id, address, request_id, details)
SELECT closed.id, closed.at, closed.action, closed.account_id, closed.target_id, closed.address, closed.request_id,
  closed.details
FROM closed ORDER BY closed.at, closed.id`;
