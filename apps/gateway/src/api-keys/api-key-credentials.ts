import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { invalidCredential } from '../authentication/credentials.errors.js';
import type { Principal } from '../authentication/principal.js';
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
    private readonly clock: Clock,
  ) {}

  /**
   * The principal of a key: at once when it was seen within the last second. Throws or rejects with `auth.invalid`, or the
   * database's error. A malformed key costs no query.
   */
  authenticate(key: string): Principal | Promise<Principal> {
    if (!isWellFormedApiKey(key)) throw invalidCredential('malformed');
    const found = this.keys.find(hashOfApiKey(key));
    return found instanceof Promise ? found.then((stored) => this.accept(stored)) : this.accept(found);
  }

  private accept(stored: StoredKey | null): Principal {
    if (!stored) throw invalidCredential('unknown');
    if (stored.expiresAt && stored.expiresAt <= this.clock.now()) throw invalidCredential('expired');
    this.use.note(stored.principal.credentialId);
    return stored.principal;
  }
}
