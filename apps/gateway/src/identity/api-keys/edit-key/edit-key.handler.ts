import { isDeepStrictEqual } from 'node:util';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Prisma } from '../../../generated/client.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { checkReach, reachOf } from '../../principals/reach.js';
import type { EditKey } from '../api-key-schemas.js';
import { type ApiKeyRow, apiKeyView, type ApiKeyView, rateLimitOf } from '../api-key-view.js';
import { KeyCache } from '../key-cache.js';
import { checkHasScopes, checkMayLimit } from '../key-grants.js';
import { storedScopes } from '../stored-scopes.js';
import { checkIsKept, StoredKeys } from '../stored-keys.js';
import { editedKey, type KeySettings } from './edit-key.js';

@Injectable()
export class EditKeyHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly keys: StoredKeys,
    private readonly cache: KeyCache,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges a patch into a key, which requires every scope that the key has and will have. A patch that changes nothing
   * writes nothing. `readPatch` is called once the key is found, so that a missing key is reported before a faulty
   * patch.
   */
  async execute(id: string, readPatch: () => EditKey, caller: Actor, ifMatch: string | undefined): Promise<ApiKeyView> {
    const { now, saved } = await this.prisma.$transaction(async (tx) => {
      const now = await this.keys.lock(id, caller, ifMatch, tx);
      checkIsKept(now);
      const wanted = editedKey(now, readPatch());
      checkHasScopes(caller, storedScopes([...now.scopes, ...wanted.scopes]));
      checkMayLimit(caller, rateLimitOf(wanted), rateLimitOf(now));
      if (reaches(wanted, now)) checkReach(wanted, await reachOf(caller, tx));
      return { now, saved: await this.save(now, wanted, caller, tx) };
    });
    if (saved !== now) this.cache.changed(saved.accountId);
    return apiKeyView(saved);
  }

  private async save(
    now: ApiKeyRow,
    wanted: KeySettings,
    caller: Actor,
    tx: Prisma.TransactionClient,
  ): Promise<ApiKeyRow> {
    const changed = FIELDS.filter(([setting]) => !isDeepStrictEqual(now[setting], wanted[setting]));
    if (changed.length === 0) return now;
    const { id, accountId } = now;
    const details = { changed: changed.map(([, field]) => field) };
    await this.audit.record({ action: 'api_key.edited', accountId, targetId: id, details, ...doneBy(caller) }, tx);
    return this.keys.save(id, wanted, this.clock.now(), tx);
  }
}

/** Whether an edit sets where or until when a key may be used. */
const reaches = (wanted: KeySettings, now: ApiKeyRow): boolean =>
  !isDeepStrictEqual(wanted.allowedCidrs, now.allowedCidrs) || !isDeepStrictEqual(wanted.expiresAt, now.expiresAt);

/** Each setting with the name that the audit log gives it. */
const FIELDS = [
  ['name', 'name'],
  ['scopes', 'scopes'],
  ['expiresAt', 'expires_at'],
  ['allowedCidrs', 'allowed_cidrs'],
  ['rateLimit', 'rate_limit'],
  ['rateWindowSeconds', 'rate_window_seconds'],
] as const satisfies readonly (readonly [keyof KeySettings, string])[];
