import { type Configuration, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import type { SignIns } from '../../people/sign-ins.js';
import type { Grants } from '../grants/grants.js';
import { LIFETIMES } from '../../issued-tokens/lifetimes.js';
import { SIGNING_ALG, type SigningKey } from '../signing-keys/signing-key.js';
import { scopesOfClient, settleRequestedScope } from './api-scopes.js';
import { CLIENT_EXTRAS } from './client-metadata.js';
import { showDeviceApproved, showDeviceCodeConfirmation, showDeviceCodeForm } from './device-pages.js';
import { askingPolicy } from './interaction-policy.js';
import type { OAuthAdapters } from './oauth.adapter.js';
import { personAccount, personOf } from './person-account.js';
import { showError } from './error-page.js';
import { ENDPOINTS } from './endpoints.js';

export interface ProviderParts {
  readonly issuer: string;
  readonly adapters: OAuthAdapters;
  readonly signIns: SignIns;
  readonly grants: Grants;
  readonly keys: readonly SigningKey[];
  readonly signing: () => SigningKey;
  /** They sign the cookies: the first one, all are accepted. */
  readonly cookieKeys: readonly string[];
}

/** How the protocol's library behaves here: OAuth 2.0 without OpenID Connect, for this one API. */
export const providerConfig = (parts: ProviderParts): Configuration => {
  const { adapters, signIns, keys, issuer } = parts;
  return {
    adapter: (model: string) => adapters.of(model),
    jwks: { keys: keys.map(({ privateJwk }) => ({ ...privateJwk })) } as NonNullable<Configuration['jwks']>,
    routes: ENDPOINTS,
    cookies: cookiesOf(parts),
    findAccount: async (_ctx, personId) => {
      const person = await signIns.person(personId);
      return person ? personAccount(person) : undefined;
    },
    // The API's scopes belong to the API: here they would be those of OpenID Connect.
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALG },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALG] },
    extraClientMetadata: { properties: [...CLIENT_EXTRAS] },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    rotateRefreshToken: () => true,
    issueRefreshToken: (_ctx, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
    expiresWithSession: () => Promise.resolve(false),
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' && (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    loadExistingGrant: (ctx) => existingGrant(ctx, parts.grants),
    extraTokenClaims: tokenClaims,
    interactions: { policy: askingPolicy(signIns), url: (_ctx, { uid }) => `/oauth/interactions/${uid}` },
    ttl: {
      AccessToken: LIFETIMES.accessToken,
      ClientCredentials: LIFETIMES.accessToken,
      AuthorizationCode: LIFETIMES.authorizationCode,
      DeviceCode: LIFETIMES.deviceCode,
      Grant: LIFETIMES.grant,
      Interaction: LIFETIMES.interaction,
      RefreshToken: LIFETIMES.refreshToken,
      Session: (_ctx, { accountId }) => (accountId === undefined ? LIFETIMES.newSession : LIFETIMES.session),
    },
    renderError: showError,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: showDeviceCodeForm,
        userCodeConfirmSource: showDeviceCodeConfirmation,
        successSource: showDeviceApproved,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource, client) => apiInfo(ctx, resource, client, parts),
      },
    },
  };
};

const cookiesOf = ({ issuer, cookieKeys }: ProviderParts): NonNullable<Configuration['cookies']> => {
  const common = { httpOnly: true, sameSite: 'lax', signed: true, secure: issuer.startsWith('https:') } as const;
  return {
    keys: [...cookieKeys],
    names: { session: 'oauth_session', interaction: 'oauth_interaction', resume: 'oauth_resume' },
    long: { ...common, path: '/oauth' },
    short: common,
  };
};

type Client = NonNullable<KoaContextWithOIDC['oidc']['client']>;

/** What the client may ask of the API; where a person is behind it, no more than they may themselves. */
const apiInfo = async (
  ctx: KoaContextWithOIDC,
  resource: string,
  client: Client,
  { issuer, signIns, signing }: ProviderParts,
): Promise<ResourceServer> => {
  if (resource !== issuer) throw new errors.InvalidTarget(`the one resource is ${issuer}`);
  settleRequestedScope(ctx, client);
  const { account, session } = ctx.oidc;
  const person =
    personOf(account) ?? (session?.accountId === undefined ? undefined : await signIns.person(session.accountId));
  const scopes = scopesOfClient(client).filter((scope) => !person || person.scopes.includes(scope));
  return {
    scope: scopes.join(' '),
    audience: issuer,
    accessTokenFormat: 'jwt',
    accessTokenTTL: LIFETIMES.accessToken,
    jwt: { sign: { alg: SIGNING_ALG, kid: signing().kid } },
  };
};

/** Consent is remembered for the person and the app, whatever browser it was given in. */
const existingGrant = async ({ oidc }: KoaContextWithOIDC, grants: Grants) => {
  const { client, account, provider, result } = oidc;
  if (!client || !account) return undefined;
  const id = result?.consent?.grantId ?? (await grants.of(account.accountId, client.clientId))?.id;
  return id === undefined ? undefined : provider.Grant.find(id);
};

/** On whose behalf the token acts, for which the gateway then asks nobody. */
const tokenClaims: NonNullable<Configuration['extraTokenClaims']> = ({ oidc: { client, account } }, token) => {
  const person = personOf(account);
  const [id, name] = person
    ? [person.accountId, person.accountName]
    : [client?.['account_id'], client?.['account_name']];
  const grantId = 'grantId' in token ? token.grantId : undefined;
  return {
    account_id: id,
    account_name: name,
    client_name: client?.clientName,
    ...(grantId !== undefined && { grant_id: grantId }),
  };
};
