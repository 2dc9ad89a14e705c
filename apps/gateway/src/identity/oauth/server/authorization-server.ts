import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Provider } from 'oidc-provider';
import { SignIns } from '../../people/sign-ins.js';
import { Grants } from '../grants/grants.js';
import { ISSUER } from '../issuer.js';
import { SigningKeys } from '../signing-keys/signing-keys.js';
import type { SigningKey } from '../signing-keys/signing-key.js';
import { OidcResponseOverrides } from './oidc-response-overrides.js';
import { hashedSecretIs } from './hashed-secret.js';
import { OAuthAdapters } from './oauth.adapter.js';
import { OAuthAudit } from './oauth-audit.js';
import { providerConfig } from './provider-config.js';

/** Injection token of the keys that sign the OAuth server's cookies: the first signs, all are accepted. */
export const COOKIE_KEYS = Symbol('COOKIE_KEYS');

interface Built {
  readonly keys: readonly SigningKey[];
  readonly provider: Provider;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/**
 * The OAuth 2.0 server: the protocol's library, made anew whenever the signing keys change, as it knows them from its
 * beginning on.
 */
@Injectable()
export class AuthorizationServer {
  private built: Built | undefined;

  constructor(
    @Inject(ISSUER) private readonly issuer: string,
    @Inject(COOKIE_KEYS) private readonly cookieKeys: readonly string[],
    private readonly keys: SigningKeys,
    private readonly adapters: OAuthAdapters,
    private readonly signIns: SignIns,
    private readonly grants: Grants,
    private readonly answers: OidcResponseOverrides,
    private readonly audit: OAuthAudit,
  ) {}

  get provider(): Provider {
    return this.current().provider;
  }

  /** Whether requests can be answered: the signing keys are known. */
  isReady(): boolean {
    return this.keys.areKnown();
  }

  /** Answers a request, which nobody may have read from. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    void this.current().handle(request, response);
  }

  private current(): Built {
    const keys = this.keys.all();
    if (this.built?.keys !== keys) this.built = this.build(keys);
    return this.built;
  }

  private build(keys: readonly SigningKey[]): Built {
    const { issuer, adapters, signIns, grants, cookieKeys } = this;
    const provider = new Provider(
      issuer,
      providerConfig({ issuer, adapters, signIns, grants, cookieKeys, keys, signing: () => this.keys.signing() }),
    );
    // So that addresses are those of the issuer, as the route says; see `oauth-routes`.
    provider.proxy = true;
    provider.Client.prototype.compareClientSecret = hashedSecretIs;
    provider.use((ctx, next) => this.answers.around(ctx as Parameters<OidcResponseOverrides['around']>[0], next));
    this.audit.listenTo(provider);
    return { keys, provider, handle: provider.callback() as Built['handle'] };
  }
}
