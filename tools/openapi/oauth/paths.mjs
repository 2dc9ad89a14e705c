// The endpoints of OAuth, which the server of the protocol answers by itself: they stand in no table of routes.
import { DISCOVERY, ENDPOINTS } from '../../../apps/gateway/dist/identity/oauth/server/endpoints.js';
import { SCHEMAS } from './schemas.mjs';

const schema = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (name, type = 'application/json') => ({ [type]: { schema: schema(name) } });
const response = (name) => ({ $ref: `#/components/responses/${name}` });

const answer = (description, name, type) => ({ description, ...(name && { content: json(name, type) }) });
const PAGE = { 'text/html': { schema: { type: 'string' } } };
const page = (description) => ({ description, content: PAGE });
const pageOrProblem = (description) => ({
  description,
  content: { ...PAGE, 'application/problem+json': { schema: schema('Problem') } },
});

const header = (description) => ({ description, schema: { type: 'string' } });

/** Names of components: what all calls of clients may be answered. */
const RESPONSES = {
  OAuthRefused: answer('The request is refused; `error` says why.', 'OAuthError'),
  OAuthClientUnknown: {
    ...answer('`invalid_client`: client authentication failed.', 'OAuthError'),
    headers: { 'WWW-Authenticate': header('The scheme `Basic`, if the request had an `Authorization` header.') },
  },
  OAuthUnavailable: answer('`temporarily_unavailable`: try again later.', 'OAuthError'),
};
const OTHERS = { 429: response('TooManyRequests'), default: response('AnyOtherProblem') };

const AS_CLIENT = { client_id: 'app_01h455vb4pex5vsknk084sn02q', client_secret: 'cds_secret_…' };
const EXAMPLES = {
  OAuthTokenRequest: { grant_type: 'client_credentials', ...AS_CLIENT, scope: 'catches:read' },
  OAuthTokenReference: { token: 'eyJhbGciOiJFUzI1NiJ9.…', ...AS_CLIENT },
  DeviceAuthorizationRequest: { client_id: AS_CLIENT.client_id, scope: 'catches:read' },
};
const form = (name) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: schema(name), example: EXAMPLES[name] } },
});

const operation = (operationId, summary, description, rest) => ({
  operationId,
  tags: ['OAuth'],
  summary,
  description,
  security: [],
  ...rest,
});

/** What a client calls: by Basic authentication, by fields of the body, or, if it is public, by its id alone. */
const call = (operationId, summary, description, body, [told, result]) =>
  operation(operationId, summary, description, {
    security: [{ oauthClient: [] }, {}],
    requestBody: form(body),
    responses: {
      200: answer(told, result),
      400: response('OAuthRefused'),
      401: response('OAuthClientUnknown'),
      503: response('OAuthUnavailable'),
      ...OTHERS,
    },
  });

const parameter = (name, description, required = true) => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string' },
});

const AUTHORIZE = operation(
  'authorize',
  'Request authorization',
  'A page for browsers: redirect the person here. They sign in, allow or deny the access, and are ' +
    'redirected to `redirect_uri` with `code` and `state`, or with `error`.',
  {
    parameters: [
      parameter('client_id', 'The client.'),
      parameter('response_type', 'Always `code`.'),
      parameter('redirect_uri', 'Where the browser is sent back to: one of the client’s redirect URIs.'),
      parameter('code_challenge', 'The SHA-256 digest of the code verifier, in base64url (PKCE).'),
      parameter('code_challenge_method', 'Always `S256`.'),
      parameter('scope', 'Scopes, separated by spaces. Defaults to all scopes of the client.', false),
      parameter('state', 'An opaque value that is returned unchanged; up to 1,024 characters.', false),
      parameter('response_mode', 'Either `query` or `fragment`.', false),
      parameter('resource', 'The API that the token is for: the issuer.', false),
    ],
    responses: {
      303: {
        description: 'A redirect to the sign-in page, or back to the app.',
        headers: { Location: header('Where the browser goes on.') },
      },
      400: pageOrProblem(
        'A page that explains the error, where sending the person back would not be safe. `request.invalid` if a ' +
          'parameter contains a NUL character.',
      ),
      503: page('A page that asks the person to try again.'),
      ...OTHERS,
    },
  },
);

const PATHS = {
  [DISCOVERY]: {
    get: operation(
      'getAuthorizationServer',
      'Read the OAuth server metadata',
      'OAuth libraries find all endpoints here (RFC 8414).',
      { responses: { 200: answer('The server’s endpoints and capabilities.', 'AuthorizationServer'), ...OTHERS } },
    ),
  },
  [ENDPOINTS.authorization]: { get: AUTHORIZE },
  [ENDPOINTS.token]: {
    post: call(
      'issueToken',
      'Request tokens',
      'Exchanges an authorization code, a refresh token or a device code for tokens, or issues a token for the ' +
        'client’s own account. Using a refresh token twice ends its grant.',
      'OAuthTokenRequest',
      ['The tokens.', 'OAuthToken'],
    ),
  },
  [ENDPOINTS.revocation]: {
    post: call(
      'revokeToken',
      'Revoke a token',
      'The response is the same if the token is unknown (RFC 7009).',
      'OAuthTokenReference',
      ['The token is no longer valid.'],
    ),
  },
  [ENDPOINTS.introspection]: {
    post: call(
      'introspectToken',
      'Introspect a token',
      'Tells a client whether one of its tokens is valid, and for what (RFC 7662).',
      'OAuthTokenReference',
      ['What the token is valid for.', 'OAuthIntrospection'],
    ),
  },
  [ENDPOINTS.jwks]: {
    get: operation(
      'listOAuthKeys',
      'List the token signing keys',
      'A JWK set (RFC 7517) for services that verify access tokens themselves.',
      { responses: { 200: answer('The keys.', 'OAuthKeySet', 'application/jwk-set+json'), ...OTHERS } },
    ),
  },
  [ENDPOINTS.device_authorization]: {
    post: call(
      'authorizeDevice',
      'Request a device code',
      'For devices without a browser (RFC 8628): the device shows `user_code`, and requests tokens until the ' +
        'person has granted the access.',
      'DeviceAuthorizationRequest',
      ['The codes.', 'DeviceAuthorization'],
    ),
  },
};

const CLIENT = { type: 'http', scheme: 'basic', description: 'The id and the secret of an OAuth client.' };

const taken = (names, existing) => names.filter((name) => Object.hasOwn(existing, name));

/** They are at the root alone, not below `/api`. */
const SERVERS = [{ url: '/' }];

/** Adds the endpoints of OAuth to the document. */
export const addOAuth = (document) => {
  const { paths, components } = document;
  const twice = [
    ...taken(Object.keys(PATHS), paths),
    ...taken(Object.keys(SCHEMAS), components.schemas),
    ...taken(Object.keys(RESPONSES), components.responses),
  ];
  if (twice.length > 0) throw new Error(`described twice: ${twice.join(', ')}`);
  for (const [path, methods] of Object.entries(PATHS)) {
    for (const one of Object.values(methods)) one.servers = SERVERS;
    paths[path] = methods;
  }
  Object.assign(components.schemas, SCHEMAS);
  Object.assign(components.responses, RESPONSES);
  components.securitySchemes.oauthClient = CLIENT;
  return document;
};
