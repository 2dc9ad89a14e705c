import { POOL } from '@cds/postgres';
import { Clock, ServiceLogger } from '@cds/service-kit';
import { BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';

const MEASURE_EVERY_MS = 10_000;
/** By so much clocks that are kept right do not differ from one measurement to the next. */
const STEP_MS = 1_000;

/** Changes when this machine's clock is set, and when the machine has slept. */
const startOfProcess = (): number => Date.now() - performance.now();

/**
 * The time of the database, which is one for all copies of the service: leases and due times follow it, so that a copy
 * whose own clock is wrong takes no message that another one is sending. Right to within a round trip to the database.
 */
@Injectable()
export class DatabaseClock implements OnModuleInit {
  private aheadMs = 0;
  private startedAt = startOfProcess();
  private readonly measuring: ReturnType<BackgroundWork['recurring']>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
    background: BackgroundWork,
  ) {
    const run = () => this.measure();
    this.measuring = background.recurring({ name: 'database-clock', everyMs: MEASURE_EVERY_MS, run });
  }

  /** A service starts without its database; then its own clock counts until the database is there. */
  async onModuleInit(): Promise<void> {
    await this.measure().catch((error: unknown) => this.logger.event('database_clock.unknown', { err: error }, 'warn'));
  }

  now(): Date {
    return new Date(this.clock.now().getTime() + this.aheadMs - this.steppedMs());
  }

  /** How far this machine's clock was set since the last measurement; another one follows at once. */
  private steppedMs(): number {
    const ms = startOfProcess() - this.startedAt;
    if (Math.abs(ms) < STEP_MS) return 0;
    this.measuring.runSoon();
    return ms;
  }

  /** How far the database's clock is ahead of this machine's. A difference below the round trip cannot be measured. */
  private async measure(): Promise<void> {
    const [sentAt, begun] = [Date.now(), performance.now()];
    const { rows } = await this.pool.query<{ at: number }>(TIME);
    const roundTripMs = performance.now() - begun;
    const aheadMs = (rows[0]?.at ?? sentAt) - (sentAt + roundTripMs / 2);
    this.aheadMs = Math.abs(aheadMs) <= roundTripMs + 1 ? 0 : Math.round(aheadMs);
    this.startedAt = sentAt - begun;
  }
}

const TIME = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at';
