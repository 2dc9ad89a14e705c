import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, entityTagOf, type Requester, SecretBox } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { tooManySecrets } from '../endpoint.errors.js';
import { auditEndpoint } from '../endpoint-audit.js';
import { ENDPOINT_COLUMNS, type EndpointRow } from '../endpoint-row.js';
import { endpointView, type EndpointView, withoutCredentials } from '../endpoint-view.js';
import { lockEndpoint } from '../locked-endpoint.js';
import { newSigningSecret } from '../signing-secret.js';
import { afterRotation, type PreviousSecret } from './rotate-secret.js';

/** Each signs every message, so that a header stays short. */
const MAX_PREVIOUS_SECRETS = 10;

@Injectable()
export class RotateSecretHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives an endpoint of the caller's account a new secret; the old one goes on signing during the overlap. The secret
   * is in this answer and never in another one, a replay included. `readOverlapHours` reads the request once it is
   * known whose the endpoint is.
   */
  async execute(
    id: string,
    readOverlapHours: () => number,
    caller: Requester,
  ): Promise<EndpointView & { secret: string }> {
    const secret = newSigningSecret();
    const view = await inTransaction(this.pool, async (tx) => {
      await lockEndpoint(tx, { id, accountId: caller.accountId }, this.box);
      const overlapHours = readOverlapHours();
      const rotated = endpointView(await this.rotate(tx, id, secret, overlapHours), this.box);
      await auditEndpoint(tx, caller, ['secret_rotated', id], { overlap_hours: overlapHours, secret_shown: true });
      await keepAnswer(tx, caller.reservation, rotatedEndpoint(rotated));
      return rotated;
    });
    return { ...view, secret };
  }

  private async rotate(tx: pg.PoolClient, id: string, secret: string, overlapHours: number): Promise<EndpointRow> {
    const now = this.clock.now();
    const [old] = (await tx.query<StoredSecrets>(SECRETS, [id])).rows;
    const previous = old ? afterRotation(old, overlapHours, now) : [];
    if (previous.length > MAX_PREVIOUS_SECRETS) throw tooManySecrets(MAX_PREVIOUS_SECRETS);
    const values = [id, this.box.seal(secret, id), JSON.stringify(previous), now];
    const [row] = (await tx.query<EndpointRow>(ROTATE, values)).rows;
    if (!row) throw new Error('a locked endpoint is still there when it is written');
    return row;
  }
}

/** How a rotation is answered, but for the secret and credentials in headers, which no store may keep. */
export const rotatedEndpoint = (view: EndpointView): StoredResponse => ({
  status: 200,
  headers: { etag: entityTagOf(view), 'cache-control': 'no-store' },
  body: withoutCredentials(view),
});

interface StoredSecrets {
  readonly secret: string;
  readonly previousSecrets: PreviousSecret[] | null;
}

const SECRETS = 'SELECT secret, previous_secrets AS "previousSecrets" FROM endpoints WHERE id = $1';

const ROTATE = `
UPDATE endpoints SET secret = $2, previous_secrets = $3, updated_at = $4 WHERE id = $1 RETURNING ${ENDPOINT_COLUMNS}`;
