import { Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { POLL_INTERVAL } from '../../issued-tokens/lifetimes.js';
import { ArtifactStore } from './artifact.store.js';
import { acceptJsonAlone, isForClients, refuseMissingClient } from './client-authentication.js';
import { discoveryDocument, RESPONSE_MODES } from './discovery.js';
import { ENDPOINTS } from './endpoints.js';
import { SignedTokens } from './signed-tokens.js';
import { WrongSecrets } from './wrong-secrets.js';

const CACHED = 'public, max-age=600';

/** What is different here from the library's own answers. */
@Injectable()
export class OidcResponseOverrides {
  constructor(
    private readonly artifacts: ArtifactStore,
    private readonly tokens: SignedTokens,
    private readonly wrongSecrets: WrongSecrets,
  ) {}

  async around(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    if (ctx.method === 'GET' && ctx.path === ENDPOINTS.code_verification) takeCodeOutOfLink(ctx);
    if (ctx.path === ENDPOINTS.authorization) forgetOtherModes(ctx);
    acceptJsonAlone(ctx);
    await next();
    // The library makes its context when it knows the route.
    await this.amend(ctx, (ctx as Partial<KoaContextWithOIDC>).oidc?.route);
  }

  private async amend(ctx: KoaContextWithOIDC, route: string | undefined): Promise<void> {
    if (isForClients(route) && ctx.status === 401) return this.wrongSecrets.charge(ctx);
    if (isForClients(route)) refuseMissingClient(ctx);
    const body = ctx.body as Readonly<Record<string, unknown>> | undefined;
    switch (route) {
      case 'discovery':
        ctx.set('cache-control', CACHED);
        if (ctx.status === 200 && body) ctx.body = discoveryDocument(body);
        return;
      case 'jwks':
        return ctx.set('cache-control', CACHED);
      case 'device_authorization':
        if (ctx.status === 200) ctx.body = { ...body, interval: POLL_INTERVAL };
        return;
      case 'token':
        return this.amendToken(ctx, body?.['error']);
      case 'revocation':
      case 'introspection':
        if (body?.['error'] === 'unsupported_token_type') await this.tokens.answer(ctx);
        return;
      default:
    }
  }

  private async amendToken(ctx: KoaContextWithOIDC, error: unknown): Promise<void> {
    if (
      error === 'authorization_pending' &&
      !(await this.artifacts.notePoll(String(ctx.oidc.params?.['device_code'])))
    ) {
      ctx.body = { error: 'slow_down', error_description: `ask every ${POLL_INTERVAL} seconds at most` };
    }
    if (error === 'invalid_request' && hasForeignGrant(ctx)) {
      ctx.body = { error: 'unauthorized_client', error_description: 'this client may not use this grant type' };
    }
  }
}

/** Whether the client asked for a grant type that it is not registered for: RFC 6749, 5.2 has a code for that. */
const hasForeignGrant = ({ oidc: { client, params } }: KoaContextWithOIDC): boolean => {
  const asked = params?.['grant_type'];
  return typeof asked === 'string' && client?.grantTypeAllowed(asked) === false;
};

/** The library would answer a link that has the code with a script; here the form shows the code instead. */
const takeCodeOutOfLink = (ctx: KoaContextWithOIDC): void => {
  ctx.state['userCode'] = ctx.query['user_code'];
  ctx.query = {};
};

/** One that the library does not know either is refused by it, in a way that works. */
const forgetOtherModes = (ctx: KoaContextWithOIDC): void => {
  const { response_mode: mode } = ctx.query;
  if (mode !== undefined && !RESPONSE_MODES.some((known) => known === mode))
    ctx.query = { ...ctx.query, response_mode: 'unsupported' };
};
