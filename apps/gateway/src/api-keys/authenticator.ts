import { type Caller, Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { hashOfApiKey, isWellFormedApiKey } from './api-key.js';
import { invalidCredential, missingCredential } from './credentials.errors.js';
import { KeyCache } from './key-cache.js';
import { KeyUse } from './key-use.js';
import type { StoredKey } from './stored-key.query.js';

/** Finds out who sends a request. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly keys: KeyCache,
    private readonly use: KeyUse,
    private readonly clock: Clock,
  ) {}

  /**
   * The caller behind an `Authorization` header: at once when the key was seen within the last second, which is nearly
   * always. Throws or rejects with `auth.missing`, `auth.invalid`, or the database's error. A malformed key costs no query.
   */
  authenticate(authorization: string | undefined): Caller | Promise<Caller> {
    const key = bearerTokenOf(authorization);
    if (!isWellFormedApiKey(key)) throw invalidCredential('malformed');
    const found = this.keys.find(hashOfApiKey(key));
    return found instanceof Promise ? found.then((stored) => this.accept(stored)) : this.accept(found);
  }

  private accept(stored: StoredKey | null): Caller {
    if (!stored) throw invalidCredential('unknown');
    if (stored.expiresAt && stored.expiresAt <= this.clock.now()) throw invalidCredential('expired');
    this.use.note(stored.caller.credentialId);
    return stored.caller;
  }
}

const BEARER = /^bearer(?: +|$)/i;

const bearerTokenOf = (authorization: string | undefined): string => {
  const scheme = authorization === undefined ? null : BEARER.exec(authorization);
  if (authorization === undefined || !scheme) throw missingCredential();
  return authorization.slice(scheme[0].length);
};
