import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { Clock, entityTagOf } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import { statementsIn } from '../../../../database/statements-in.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import { lockMaker } from '../../../principals/lock-maker.js';
import { checkIsUnbound, reachOf } from '../../../principals/reach.js';
import { hashOfClientSecret, makeClientSecret } from '../client-secret.js';
import { type ClientView, clientView } from '../client-view.js';
import { clientIsPublic } from '../client.errors.js';
import { checkHasAll, Clients } from '../clients.js';
import type { CreatedClient } from '../create-client/create-client.handler.js';

@Injectable()
export class RotateSecretHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clients: Clients,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces the secret at once; tokens stay good. Whoever has it can act as the client, so it takes every scope of the
   * client. It is shown in this response only, not in a replay. `checkBody` runs once the client is found.
   */
  async execute(id: string, checkBody: () => void, caller: Actor): Promise<CreatedClient> {
    const secret = makeClientSecret();
    const view = await this.prisma.$transaction(async (tx) => {
      await lockMaker(caller, tx);
      const now = await this.clients.lock(id, caller, undefined, tx);
      checkBody();
      checkHasAll(caller, now.scopes);
      checkIsUnbound(await reachOf(caller, tx));
      if (now.secretHash === null) throw clientIsPublic(id);
      const client = await tx.oAuthClient.update({
        where: { id },
        data: { secretHash: hashOfClientSecret(secret), updatedAt: this.clock.now() },
      });
      await this.audit.record(
        { action: 'oauth_client.secret_rotated', accountId: now.accountId, targetId: id, ...doneBy(caller) },
        tx,
      );
      const rotated = clientView(client);
      await keepAnswer(statementsIn(tx), caller.reservation, rotatedClient(rotated));
      return rotated;
    });
    return { ...view, client_secret: secret };
  }
}

/** The response to a rotation, without the secret, which neither a cache nor a replay may hold. */
export const rotatedClient = (view: ClientView): StoredResponse => ({
  status: 200,
  headers: { etag: entityTagOf(view), 'cache-control': 'no-store' },
  body: view,
});
