import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, entityTagOf, type Requester, SecretBox } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { auditEndpoint } from '../endpoint-audit.js';
import { endpointView, type EndpointView, withoutCredentials } from '../endpoint-view.js';
import { lockEndpoint } from '../locked-endpoint.js';
import { saveStatus } from '../save-endpoint.js';
import { noteWatchedAnglers } from '../watched-anglers/note-watched-anglers.js';

@Injectable()
export class EnableEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Enables an endpoint of the caller's account. It gets what happens from then on; one that is enabled stays so.
   * `checkBody` runs once it is known whose the endpoint is.
   */
  execute(id: string, checkBody: () => void, caller: Requester): Promise<EndpointView> {
    return inTransaction(this.pool, async (tx) => {
      const now = await lockEndpoint(tx, { id, accountId: caller.accountId }, this.box);
      checkBody();
      const row = now.status === 'enabled' ? now : await saveStatus(tx, now, 'enabled', this.clock.now());
      if (row !== now) await noteWatchedAnglers(tx, [id], this.clock.now());
      if (row !== now) await auditEndpoint(tx, caller, ['enabled', id]);
      const view = endpointView(row, this.box);
      await keepAnswer(tx, caller.reservation, enabledEndpoint(view));
      return view;
    });
  }
}

/** How an enabled endpoint is answered, but for credentials in its headers. */
export const enabledEndpoint = (view: EndpointView): StoredResponse => ({
  status: 200,
  headers: { etag: entityTagOf(view) },
  body: withoutCredentials(view),
});
