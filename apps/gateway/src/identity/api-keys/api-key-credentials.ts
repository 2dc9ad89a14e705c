import type { IncomingMessage } from 'node:http';
import type { AppError } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditTally } from '../audit-log/audit-tally.js';
import { ClientAddress } from '../principals/client-address.js';
import { invalidCredential, wrongNetwork } from '../principals/credentials.errors.js';
import type { Principal } from '../principals/principal.js';
import { hashOfApiKey, isWellFormedApiKey } from './api-key.js';
import { KeyCache } from './key-cache.js';
import { KeyUse } from './key-use.js';
import type { StoredKey } from './stored-key.query.js';

/** Knows whom an API key stands for. */
@Injectable()
export class ApiKeyCredentials {
  constructor(
    private readonly keys: KeyCache,
    private readonly use: KeyUse,
    private readonly addresses: ClientAddress,
    private readonly refusals: AuditTally,
    private readonly clock: Clock,
  ) {}

  /**
   * The principal of the key that came with a request, without a query when it was seen within the last second. Rejects
   * with `auth.invalid`, `auth.network`, or the database's error. A malformed key costs no query, and one that was
   * never seen none if `beforeLookUp` throws.
   */
  async authenticate(key: string, request: IncomingMessage, beforeLookUp: () => void): Promise<Principal> {
    if (!isWellFormedApiKey(key)) throw this.refused(request, null, 'malformed');
    return this.accept(await this.keys.find(hashOfApiKey(key), beforeLookUp), request);
  }

  private accept(stored: StoredKey | null, request: IncomingMessage): Principal {
    if (!stored) throw this.refused(request, null, 'unknown');
    if (stored.isRevoked) throw this.refused(request, stored, 'revoked');
    if (stored.expiresAt && stored.expiresAt <= this.clock.now()) throw this.refused(request, stored, 'expired');
    if (stored.isAllowedFrom && !stored.isAllowedFrom(this.addresses.of(request)))
      throw this.refused(request, stored, 'network');
    this.use.note(stored.principal.credentialId);
    return stored.principal;
  }

  private refused(
    request: IncomingMessage,
    stored: StoredKey | null,
    reason: 'malformed' | 'unknown' | 'revoked' | 'expired' | 'network',
  ): AppError {
    const { accountId = null, credentialId: targetId = null } = stored?.principal ?? {};
    const address = this.addresses.of(request);
    this.refusals.note({ action: 'credential.refused', accountId, targetId, address, reason });
    return reason === 'network' ? wrongNetwork(address) : invalidCredential(reason);
  }
}
