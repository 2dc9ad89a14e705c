import { parseBody } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { CatchBodyCheck } from '../../rules/catch-body-check.js';
import { detailsOf, toInstant } from '../../rules/catch-details.js';
import { logCatchBody } from '../../rules/catch-schemas.js';
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
   * Replaces what can be written of the caller's own catch: whose and when it was stay when left out, all else is
   * emptied.
   */
  execute(change: CatchChange, body: unknown): Promise<CatchView> {
    return this.editor.execute(change, async ({ details: now }) => {
      const { value, species } = await this.bodies.check(parseBody(logCatchBody, body), change.caller, now);
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
