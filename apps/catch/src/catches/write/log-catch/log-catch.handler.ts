import { hasCode } from '@cds/errors';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { type ParsedBody } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { Anglers } from '../../../angler-lookup/anglers.js';
import { createdCatch } from '../../read/catch-answer.js';
import { CatchBodyCheck } from '../../rules/catch-body-check.js';
import { detailsOf, toInstant } from '../../rules/catch-details.js';
import type { LogCatchBody } from '../../rules/catch-schemas.js';
import { UNLOGGED } from '../../model/catch.state.js';
import type { CatchView } from '../../read/catch-view.js';
import { CatchViews } from '../../read/catch-views.js';
import { CatchWriter } from '../catch-writer.js';
import { ExternalIds } from '../external-ids.js';
import { logCatch } from './log-catch.js';

@Injectable()
export class LogCatchHandler {
  constructor(
    private readonly bodies: CatchBodyCheck,
    private readonly anglers: Anglers,
    private readonly writer: CatchWriter,
    private readonly views: CatchViews,
    private readonly externalIds: ExternalIds,
    private readonly clock: Clock,
  ) {}

  /** Logs one catch for the caller's account and returns it. Stores nothing when anything in the body is wrong. */
  async execute(body: ParsedBody<LogCatchBody>, caller: Requester): Promise<CatchView> {
    const { value, species } = await this.bodies.check(body, caller);
    if (!species) throw new Error('the schema requires a species');
    const log = () => this.log(value, species.id, caller);
    return log().catch((error: unknown) => {
      // The account's own angler was erased a moment ago: it gets a new one.
      if (value.angler_id !== undefined || !hasCode(error, 'angler.erased')) throw error;
      this.anglers.forgetOwn(caller.accountId);
      return log();
    });
  }

  private async log(value: LogCatchBody, speciesId: string, caller: Requester): Promise<CatchView> {
    const now = this.clock.now();
    const angler = await this.anglers.ofCatch(value.angler_id, caller, now);
    const details = {
      speciesId,
      anglerId: angler.id,
      weightLbs: value.weight_lbs,
      caughtAt: value.caught_at === undefined ? now.toISOString() : toInstant(value.caught_at),
      ...detailsOf(value),
    };
    const viewOf = await this.views.ofAngler(angler);
    const event = logCatch({ accountId: caller.accountId, details });
    const logged = await this.externalIds.guard(
      caller.accountId,
      () => details.externalId,
      () => this.writer.record(newId('catch'), caller, UNLOGGED, [event], (next) => createdCatch(viewOf(next))),
    );
    return viewOf(logged);
  }
}
