import { readForScrape } from '@cds/health';
import { READ_POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { countWaiting } from './waiting-messages.query.js';

/** `delivered`; `retrying`, if another attempt follows; `failed`, if none does. */
export type AttemptResult = 'delivered' | 'retrying' | 'failed';

/** What deliveries tell Prometheus. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter<'result'>;
  private readonly duration: Histogram<'result'>;
  private readonly inFlight: Gauge;

  constructor(registry: Registry, @Inject(READ_POOL) pool: pg.Pool, clock: Clock) {
    const registers = [registry];
    this.attempts = new Counter({
      name: 'cds_webhook_attempts_total',
      help: 'Attempts to deliver a message, by result',
      labelNames: ['result'],
      registers,
    });
    this.duration = new Histogram({
      name: 'cds_webhook_attempt_duration_seconds',
      help: 'From the start of an attempt to the head of the answer',
      labelNames: ['result'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    });
    this.inFlight = new Gauge({
      name: 'cds_webhook_attempts_under_way',
      help: 'Attempts in flight in this process',
      registers,
    });
    new Gauge({
      name: 'cds_webhook_messages_waiting',
      help: 'Messages that wait: due now, held by the order or rate of their endpoint, or due later; up to 100,000',
      labelNames: ['due'],
      registers,
      async collect() {
        const waiting = await readForScrape(() => countWaiting(pool, clock.now()));
        if (waiting === undefined) return;
        this.set({ due: 'now' }, waiting.now);
        this.set({ due: 'held' }, waiting.held);
        this.set({ due: 'later' }, waiting.later);
      },
    });
  }

  begun(): void {
    this.inFlight.inc();
  }

  ended(): void {
    this.inFlight.dec();
  }

  attempted(result: AttemptResult, seconds: number): void {
    this.attempts.inc({ result });
    this.duration.observe({ result }, seconds);
  }
}
