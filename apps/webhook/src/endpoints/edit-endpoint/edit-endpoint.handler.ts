import { isDeepStrictEqual } from 'node:util';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, type Requester, SecretBox } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { auditEndpoint, changesBetween } from '../endpoint-audit.js';
import { type EndpointRow, settingsOf } from '../endpoint-row.js';
import { endpointView, type EndpointView } from '../endpoint-view.js';
import { checkFilterIds, FilterIds, readWithFilterIds } from '../filter-ids.js';
import { lockEndpoint } from '../locked-endpoint.js';
import { saveSettings, saveStatus } from '../save-endpoint.js';
import type { EndpointSettings } from '../settings/endpoint-settings.js';
import { noteWatchedAnglers } from '../watched-anglers/note-watched-anglers.js';
import type { MergedSettings } from './merged-settings.js';

/** A patch, and how it is merged into what an endpoint is now; that throws for what is wrong with it. */
export interface Patch {
  readonly body: unknown;
  readonly mergeInto: (now: EndpointSettings) => MergedSettings;
}

/** Who asks, and the ids that count as existing. */
interface Order {
  readonly caller: Requester;
  readonly accepted: ReadonlySet<string>;
}

@Injectable()
export class EditEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly filterIds: FilterIds,
  ) {}

  /**
   * Merges a patch into an endpoint of the caller's account. Whose it is comes before what the patch says; what is
   * there already changes nothing.
   */
  async execute(id: string, patch: Patch, caller: Requester, ifMatch: string | undefined): Promise<EndpointView> {
    const row = await this.filterIds.settled((accepted) =>
      inTransaction(this.pool, async (tx) => {
        const now = await lockEndpoint(tx, { id, accountId: caller.accountId, ifMatch }, this.box);
        return this.save(tx, now, patch, { caller, accepted });
      }),
    );
    return endpointView(row, this.box);
  }

  private async save(
    tx: pg.PoolClient,
    now: EndpointRow,
    patch: Patch,
    { caller, accepted }: Order,
  ): Promise<EndpointRow> {
    const before = settingsOf(now, this.box);
    const { settings, status = now.status } = await readWithFilterIds(tx, patch.body, () => patch.mergeInto(before));
    let row = now;
    if (!isDeepStrictEqual(settings, before)) {
      await checkFilterIds(tx, settings.filter, { before: before.filter, accepted });
      row = await saveSettings(tx, now, settings, this.clock.now(), this.box);
    }
    if (status !== now.status) row = await saveStatus(tx, now, status, this.clock.now());
    if (row !== now) await noteWatchedAnglers(tx, [now.id], this.clock.now());
    const after = { settings, status };
    if (row !== now)
      await auditEndpoint(
        tx,
        caller,
        ['edited', now.id],
        changesBetween({ settings: before, status: now.status }, after),
      );
    return row;
  }
}
