import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/**
 * `over_bound`: the account has used up its room. `no_room`: the database did not take rows fast enough. `refused`: it
 * takes no such row.
 */
export type DropReason = 'over_bound' | 'no_room' | 'refused';

/** What the request log does not have. */
@Injectable()
export class RequestLogMetrics {
  private readonly counters: Readonly<Record<DropReason, { inc(): void }>>;

  constructor(registry: Registry) {
    const counter = new Counter({
      name: 'cds_request_log_dropped_total',
      help: 'Calls that are not in the request log of their account, by reason',
      labelNames: ['reason'],
      registers: [registry],
    });
    const of = (reason: DropReason) => counter.labels({ reason });
    this.counters = { over_bound: of('over_bound'), no_room: of('no_room'), refused: of('refused') };
  }

  dropped(reason: DropReason): void {
    this.counters[reason].inc();
  }
}
