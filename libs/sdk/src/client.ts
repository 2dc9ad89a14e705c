import { Accounts, AuditLog } from './resources/accounts.js';
import { Anglers } from './resources/anglers.js';
import { Catches } from './resources/catches.js';
import { Events } from './resources/events.js';
import { ApiKeys, Me, OAuthClients, OAuthGrants, RateLimitResource } from './resources/identity.js';
import { Exports, Imports } from './resources/jobs.js';
import { Leaderboards } from './resources/leaderboards.js';
import { SpeciesResource } from './resources/species.js';
import { Verifications } from './resources/verifications.js';
import { Deliveries, Webhooks } from './resources/webhooks.js';
import { Caller } from './runtime/caller.js';
import type { ClientOptions } from './runtime/options.js';
import { settingsOf } from './runtime/settings.js';
import { Transport } from './runtime/transport.js';

/** The Catch Data Service, with one member for each part of its API. */
export class CatchData {
  readonly accounts: Accounts;
  readonly anglers: Anglers;
  readonly apiKeys: ApiKeys;
  readonly auditLog: AuditLog;
  readonly catches: Catches;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly leaderboards: Leaderboards;
  readonly me: Me;
  readonly oauthClients: OAuthClients;
  readonly oauthGrants: OAuthGrants;
  readonly rateLimit: RateLimitResource;
  readonly species: SpeciesResource;
  readonly verifications: Verifications;
  readonly webhooks: Webhooks;

  constructor(private readonly options: ClientOptions = {}) {
    const caller = new Caller(new Transport(settingsOf(options)));
    this.accounts = new Accounts(caller);
    this.anglers = new Anglers(caller);
    this.apiKeys = new ApiKeys(caller);
    this.auditLog = new AuditLog(caller);
    this.catches = new Catches(caller);
    this.deliveries = new Deliveries(caller);
    this.events = new Events(caller);
    this.exports = new Exports(caller);
    this.imports = new Imports(caller);
    this.leaderboards = new Leaderboards(caller);
    this.me = new Me(caller);
    this.oauthClients = new OAuthClients(caller);
    this.oauthGrants = new OAuthGrants(caller);
    this.rateLimit = new RateLimitResource(caller);
    this.species = new SpeciesResource(caller);
    this.verifications = new Verifications(caller);
    this.webhooks = new Webhooks(caller);
  }

  /** The same client with some options changed. */
  withOptions(options: ClientOptions): CatchData {
    return new CatchData({ ...this.options, ...options });
  }
}
