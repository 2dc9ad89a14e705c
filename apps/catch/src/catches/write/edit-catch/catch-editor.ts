import { Injectable } from '@nestjs/common';
import { ReadCatchQuery } from '../../read/catch-list/read-catch.query.js';
import type { Logged } from '../../model/catch.state.js';
import type { CatchView } from '../../read/catch-view.js';
import { CatchViews } from '../../read/catch-views.js';
import { CatchWriter } from '../catch-writer.js';
import type { CatchDetails, CatchEvent } from '../../model/catch.events.js';
import { ExternalIds } from '../external-ids.js';
import { type CatchChange, OwnCatch } from '../own-catch.js';
import { editCatch } from './edit-catch.js';

/** Changes catches, whether the request replaces all values or patches some. */
@Injectable()
export class CatchEditor {
  constructor(
    private readonly own: OwnCatch,
    private readonly writer: CatchWriter,
    private readonly views: CatchViews,
    private readonly one: ReadCatchQuery,
    private readonly externalIds: ExternalIds,
  ) {}

  /**
   * Sets the values that `read` finds in the request on the caller's own catch, and returns it as it is then. Checks
   * first that the catch is the caller's, then `If-Match`, then the body.
   */
  async execute(change: CatchChange, read: (state: Logged) => Promise<Partial<CatchDetails>>): Promise<CatchView> {
    const { id, caller } = change;
    let wanted: Partial<CatchDetails> = {};
    let events: readonly CatchEvent[] = [];
    const decide = async (state: Logged) => {
      wanted = await read(state);
      return (events = editCatch({ details: wanted }, state));
    };
    const write = () => this.writer.change(id, caller, () => this.own.load(change), decide);
    const edited = await this.externalIds.guard(caller.accountId, () => wanted.externalId, write);
    // The read model has the right `updated_at` then, since a new name of species or angler may have moved it.
    return events.length === 0
      ? (await this.one.execute(id, caller.accountId)).view
      : this.views.ofState(edited, caller.accountId);
  }
}
