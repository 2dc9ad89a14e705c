import { type ParsedBody } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { CatchBodyCheck } from '../../rules/catch-body-check.js';
import { detailsOf, toInstant } from '../../rules/catch-details.js';
import type { LogCatchBody } from '../../rules/catch-schemas.js';
import type { CatchView } from '../../read/catch-view.js';
import { CatchEditor } from '../edit-catch/catch-editor.js';
import type { CatchChange } from '../own-catch.js';

@Injectable()
export class ReplaceCatchHandler {
  constructor(
    private readonly editor: CatchEditor,
    private readonly bodies: CatchBodyCheck,
  ) {}

  /**
   * Replaces the writable fields of the caller's own catch. Its angler and time stay where the body leaves them out,
   * all other fields are emptied. `readBody` is called once it is known that the catch is the caller's and that
   * `If-Match` holds.
   */
  execute(change: CatchChange, readBody: () => ParsedBody<LogCatchBody>): Promise<CatchView> {
    return this.editor.execute(change, async ({ details: now }) => {
      const { value, species } = await this.bodies.check(readBody(), change.caller, now);
      return {
        speciesId: species?.id ?? now.speciesId,
        anglerId: value.angler_id ?? now.anglerId,
        weightLbs: value.weight_lbs,
        caughtAt: value.caught_at === undefined ? now.caughtAt : toInstant(value.caught_at),
        ...detailsOf(value),
      };
    });
  }
}
