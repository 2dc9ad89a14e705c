import type { IncomingMessage } from 'node:http';
import type { Scope } from '@cds/contracts';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hashOfSecret } from '../../../secrets/secrets.js';
import { notOurPage, sessionEnded, wrongCsrfToken } from '../../principals/credentials.errors.js';
import type { Principal } from '../../principals/principal.js';
import { AdminPolicy } from '../second-factor/admin-policy.js';
import { isCsrfTokenOf } from './csrf-token.js';
import { isFromOurPage, PORTAL_ORIGIN } from './portal-origin.js';
import { SessionCookies } from './session-cookies.js';
import { sessionIdOf } from './session-id.js';
import { Sessions, type SignedInPerson } from './sessions.js';

export const CSRF_HEADER = 'x-csrf-token';

/** How old an answer about a session may be: one that ended stops on every copy of the gateway within this time. */
const FRESH_MS = 1_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly askedAt: number;
  readonly principal: Promise<Principal | null>;
}

/** Knows whom the cookie of a browser stands for, where a page of the portal sends it with a call of the API. */
@Injectable()
export class SessionCredentials {
  private readonly known = new LRUCache<string, Entry>({ max: MAX_ENTRIES });

  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
    private readonly adminPolicy: AdminPolicy,
    @Inject(PORTAL_ORIGIN) private readonly publicUrl: string,
  ) {}

  /**
   * Whether a request means to be let in by the cookie: it carries the token that only pages of the portal know. A
   * cookie without it counts for nothing, as browsers send it by themselves.
   */
  isTried({ headers }: IncomingMessage): boolean {
    return headers[CSRF_HEADER] !== undefined;
  }

  /**
   * Rejects with `auth.cross_site` unless the browser says that our own page asks, with `auth.csrf` for the token of
   * another session, with `auth.session_ended`, or with the database's error. A cookie that we did not make costs no
   * query.
   */
  async authenticate({ headers }: IncomingMessage): Promise<Principal> {
    if (!isFromOurPage(headers, this.publicUrl)) throw notOurPage();
    const id = headers.cookie === undefined ? undefined : this.cookies.read(headers.cookie);
    if (id === undefined) throw sessionEnded();
    if (!isCsrfTokenOf(id, String(headers[CSRF_HEADER]))) throw wrongCsrfToken();
    const principal = await this.principalOf(hashOfSecret(id));
    if (!principal) throw sessionEnded();
    return principal;
  }

  /** Without a query where it was asked within the last second. */
  private principalOf(hash: string): Promise<Principal | null> {
    const now = this.clock.now().getTime();
    const entry = this.known.get(hash);
    if (entry && now < entry.askedAt + FRESH_MS) return entry.principal;
    const principal = this.sessions
      .personBy(hash)
      .then((person) => person && principalOf(person, hash, this.adminPolicy.usableScopes(person)));
    this.known.set(hash, { askedAt: now, principal });
    principal.catch(() => this.known.delete(hash));
    return principal;
  }
}

const principalOf = (person: SignedInPerson, hash: string, scopes: readonly Scope[]): Principal => ({
  accountId: person.accountId,
  accountName: person.account.name,
  credentialId: sessionIdOf(hash),
  scopes,
  credential: {
    type: 'session',
    name: person.email,
    rateLimit: null,
    allowedCidrs: [],
    expiresAt: null,
    grantId: null,
    session: { personId: person.id, hash, signedInAt: person.signedInAt },
  },
});
