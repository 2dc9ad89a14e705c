import { parseBody, type Requester, throwIfAny } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { CatchBodyCheck } from '../catch-body-check.js';
import { CatchLog } from '../catch-log.js';
import { editCatchBody } from '../catch-schemas.js';
import type { Logged } from '../catch.state.js';
import type { CatchView } from '../catch-view.js';
import { CatchViews } from '../catch-views.js';
import { CatchWriter } from '../catch-writer.js';
import type { CatchDetails, CatchEvent } from '../catch.events.js';
import { ExternalIds } from '../external-ids.js';
import { editCatch } from './edit-catch.js';
import { mergePatch } from './merge-patch.js';

@Injectable()
export class EditCatchHandler {
  constructor(
    private readonly log: CatchLog,
    private readonly bodies: CatchBodyCheck,
    private readonly writer: CatchWriter,
    private readonly views: CatchViews,
    private readonly externalIds: ExternalIds,
  ) {}

  /** Merges a patch into the caller's own catch and answers it as it is then. Whose it is comes before what the patch says. */
  async execute(id: string, body: unknown, caller: Requester): Promise<CatchView> {
    let wanted: Partial<CatchDetails> = {};
    const decide = async (state: Logged): Promise<readonly CatchEvent[]> => {
      wanted = await this.read(state, body, caller);
      return editCatch({ details: wanted }, state);
    };
    const write = () => this.writer.change(id, caller, (db) => this.log.loadOwn(db, id, caller.accountId), decide);
    const edited = await this.externalIds.guard(caller.accountId, () => wanted.externalId, write);
    return this.views.ofState(edited, caller.accountId);
  }

  private async read(state: Logged, body: unknown, caller: Requester): Promise<Partial<CatchDetails>> {
    const { value, species } = await this.bodies.check(parseBody(editCatchBody, body), caller, state.details);
    const { details, violations } = mergePatch(state.details, value, species?.id);
    throwIfAny({ invalid: violations });
    return details;
  }
}
