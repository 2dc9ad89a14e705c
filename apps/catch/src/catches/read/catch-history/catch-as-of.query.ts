import { READ_POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { throwIfAny } from '@cds/validation';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CatchLog } from '../../log/catch-log.js';
import { catchNotFound } from '../../model/catch.errors.js';
import type { CatchView } from '../catch-view.js';
import { CatchViews } from '../catch-views.js';
import { PastReads } from './past-reads.js';

@Injectable()
export class CatchAsOfQuery {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly reads: PastReads,
    private readonly log: CatchLog,
    private readonly views: CatchViews,
    private readonly clock: Clock,
  ) {}

  /**
   * A catch as the account would have seen it at a time, under the names of today. Fails with `request.invalid` for a
   * time that has not come, `catch.deleted` for a catch that is deleted by now, `catch.not_found` before it was logged.
   * What nobody waits for any more is cancelled when `signal` aborts.
   */
  async execute(id: string, asOf: Date, viewer: string, signal?: AbortSignal): Promise<CatchView> {
    const now = this.clock.now();
    const future = {
      parameter: 'as_of',
      code: 'too_big',
      detail: `must not be in the future; it is ${now.toISOString()} here`,
    };
    throwIfAny({ invalid: asOf > now ? [future] : [] });
    await this.log.headOfLogged(this.pool, id);
    const then = await this.reads.run(viewer, (client) => this.log.load(client, id, asOf), signal);
    if (then.status === 'unlogged') throw catchNotFound(id);
    return this.views.ofPast(then, viewer);
  }
}
