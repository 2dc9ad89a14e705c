import { type ParsedBody, throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { CatchBodyCheck } from '../../rules/catch-body-check.js';
import type { EditCatchBody } from '../../rules/catch-schemas.js';
import type { CatchView } from '../../read/catch-view.js';
import type { CatchChange } from '../own-catch.js';
import { CatchEditor } from './catch-editor.js';
import { mergePatch } from './merge-patch.js';

@Injectable()
export class EditCatchHandler {
  constructor(
    private readonly editor: CatchEditor,
    private readonly bodies: CatchBodyCheck,
  ) {}

  /**
   * Merges a patch into the caller's own catch and returns it as it is then. `readPatch` is called once it is known
   * that the catch is the caller's and that `If-Match` holds.
   */
  execute(change: CatchChange, readPatch: () => ParsedBody<EditCatchBody>): Promise<CatchView> {
    return this.editor.execute(change, async (state) => {
      const { value, species } = await this.bodies.check(readPatch(), change.caller, state.details);
      const { details, violations } = mergePatch(state.details, value, species?.id);
      throwIfAny({ invalid: violations });
      return details;
    });
  }
}
