import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ApiKeyCredentials } from '../api-keys/api-key-credentials.js';
import { AccessTokenCredentials } from '../oauth/access-tokens/access-token-credentials.js';
import { missingCredential } from '../principals/credentials.errors.js';
import { SessionCredentials } from '../people/sessions/session-credentials.js';
import type { Principal } from '../principals/principal.js';

/** Throws when a credential that was never seen before is not to be looked up for the sender of a request. */
export interface LookUps {
  check(request: IncomingMessage): void;
}

/** Finds out who sends a request. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly keys: ApiKeyCredentials,
    private readonly tokens: AccessTokenCredentials,
    private readonly sessions: SessionCredentials,
  ) {}

  /**
   * The principal behind the `Authorization` header, or behind the cookie of the portal where there is no such header,
   * without a query when the credential was seen lately, which is nearly always. Rejects with `auth.missing`,
   * `auth.invalid`, `auth.network`, what `SessionCredentials` rejects with, what `lookUps` throws, or the database's
   * error.
   */
  async authenticate(request: IncomingMessage, lookUps: LookUps): Promise<Principal> {
    if (request.headers.authorization === undefined && this.sessions.isTried(request))
      return this.sessions.authenticate(request);
    const beforeLookUp = (): void => lookUps.check(request);
    const credential = bearerTokenOf(request.headers.authorization);
    return credential.startsWith(KEY) || credential === ''
      ? this.keys.authenticate(credential, request, beforeLookUp)
      : this.tokens.authenticate(credential, request, beforeLookUp);
  }
}

/** What all API keys begin with, and no access token does. */
const KEY = 'cds_';

const BEARER = /^bearer(?: +|$)/i;

const bearerTokenOf = (authorization: string | undefined): string => {
  const scheme = authorization === undefined ? null : BEARER.exec(authorization);
  if (authorization === undefined || !scheme) throw missingCredential();
  return authorization.slice(scheme[0].length);
};
