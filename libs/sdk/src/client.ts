import { Accounts, AuditLog } from './resources/accounts.js';
import { Anglers } from './resources/anglers.js';
import { Catches } from './resources/catches.js';
import { Events } from './resources/events.js';
import { ApiKeys, Me, OAuthClients, OAuthGrants, RateLimitResource } from './resources/identity.js';
import { Exports, Imports } from './resources/jobs.js';
import { Leaderboards } from './resources/leaderboards.js';
import { OAuth } from './resources/oauth.js';
import { RequestLog, Usage } from './resources/requests.js';
import { SpeciesResource } from './resources/species.js';
import { Verifications } from './resources/verifications.js';
import { Deliveries, Webhooks } from './resources/webhooks.js';
import { Caller } from './runtime/caller.js';
import { OAuthTokenSource } from './runtime/oauth.js';
import type { ClientOptions } from './runtime/options.js';
import { settingsOf } from './runtime/settings.js';
import { Transport } from './runtime/transport.js';

/** What the parts of a client share. */
class Connection {
  protected readonly tokens: OAuthTokenSource | undefined;
  protected readonly api: Caller;

  constructor(protected readonly options: ClientOptions = {}) {
    const { oauth } = options;
    this.tokens = oauth && new OAuthTokenSource(oauth, () => transport);
    const transport = new Transport(settingsOf(options, this.tokens));
    this.api = new Caller(transport);
  }
}

/** The Catch Data Service, with one member for each part of its API. */
export class CatchData extends Connection {
  readonly accounts = new Accounts(this.api);
  readonly anglers = new Anglers(this.api);
  readonly apiKeys = new ApiKeys(this.api);
  readonly auditLog = new AuditLog(this.api);
  readonly catches = new Catches(this.api);
  readonly deliveries = new Deliveries(this.api);
  readonly events = new Events(this.api);
  readonly exports = new Exports(this.api);
  readonly imports = new Imports(this.api);
  readonly leaderboards = new Leaderboards(this.api);
  readonly me = new Me(this.api);
  readonly oauth = new OAuth(this.tokens);
  readonly oauthClients = new OAuthClients(this.api);
  readonly oauthGrants = new OAuthGrants(this.api);
  readonly rateLimit = new RateLimitResource(this.api);
  readonly requestLog = new RequestLog(this.api);
  readonly species = new SpeciesResource(this.api);
  readonly usage = new Usage(this.api);
  readonly verifications = new Verifications(this.api);
  readonly webhooks = new Webhooks(this.api);

  /** The same client with some options changed. */
  withOptions(options: ClientOptions): CatchData {
    return new CatchData({ ...this.options, ...options });
  }
}
