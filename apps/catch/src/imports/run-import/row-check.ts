import { findAppError } from '@cds/errors';
import type { Caller } from '@cds/identity';
import { Clock } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { Anglers } from '../../angler-lookup/anglers.js';
import { CatchBodyCheck } from '../../catches/rules/catch-body-check.js';
import { detailsOf, toInstant } from '../../catches/rules/catch-details.js';
import { logCatchBody } from '../../catches/rules/catch-schemas.js';
import { CatchRecorder } from '../../catches/write/catch-recorder.js';
import { logCatch } from '../../catches/write/log-catch/log-catch.js';
import { SpeciesNames } from '../../species-names/species-names.js';
import type { CheckedRow } from './import-batch.js';
import { keptErrors } from './kept-errors.js';
import { RowRules } from './row-rules.js';
import type { SourceRow } from './source-row.js';

export type CheckRow = (row: SourceRow) => Promise<CheckedRow>;

/** Checks rows as `POST /v1/catches` checks bodies, and makes their catches ready to be logged. */
@Injectable()
export class RowCheck {
  constructor(
    private readonly anglers: Anglers,
    private readonly names: SpeciesNames,
    private readonly clock: Clock,
    private readonly recorder: CatchRecorder,
  ) {}

  /** Checks the rows of one turn. A row without a time of the catch gets `defaultTime`. */
  forTurn(caller: Caller, defaultTime: Date): CheckRow {
    const bodies = new CatchBodyCheck(new RowRules(this.names, this.anglers, this.clock));
    return async (row) => {
      const { line } = row;
      if ('violations' in row) return { line, errors: keptErrors(row.violations) };
      try {
        const { value, species } = await bodies.check(parseBody(logCatchBody, row.body), caller);
        if (!species) throw new Error('the schema requires a species');
        const angler = await this.anglers.ofCatch(value.angler_id, caller, defaultTime);
        const caughtAt = value.caught_at === undefined ? defaultTime.toISOString() : toInstant(value.caught_at);
        const details = {
          speciesId: species.id,
          anglerId: angler.id,
          weightLbs: value.weight_lbs,
          caughtAt,
          ...detailsOf(value),
        };
        return {
          line,
          externalId: details.externalId,
          ready: this.recorder.prepare(logCatch({ accountId: caller.accountId, details })),
        };
      } catch (error) {
        const errors = findAppError(error)?.violations ?? [];
        if (errors.length === 0) throw error;
        return { line, errors: keptErrors(errors) };
      }
    };
  }
}
