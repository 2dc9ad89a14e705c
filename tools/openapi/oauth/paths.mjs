// The endpoints of OAuth, which the server of the protocol answers by itself: they stand in no table of routes.
import { DISCOVERY, ENDPOINTS } from '../../../apps/gateway/dist/identity/oauth/server/endpoints.js';
import { SCHEMAS } from './schemas.mjs';

const schema = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (name, type = 'application/json') => ({ [type]: { schema: schema(name) } });
const problem = (name) => ({ $ref: `#/components/responses/${name}` });

const answer = (description, name, type) => ({ description, ...(name && { content: json(name, type) }) });
const PAGE = { 'text/html': { schema: { type: 'string' } } };
const page = (description) => ({ description, content: PAGE });
const pageOrProblem = (description) => ({
  description,
  content: { ...PAGE, 'application/problem+json': { schema: schema('Problem') } },
});

const REFUSED = answer('Refused: `error` says why.', 'OAuthError');
const NOT_KNOWN = answer('`invalid_client`: no such client, or not its secret.', 'OAuthError');
const UNAVAILABLE = answer('`temporarily_unavailable`: try again.', 'OAuthError');
const OTHERS = { 429: problem('TooManyRequests'), default: problem('AnyOtherProblem') };

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
    responses: { 200: answer(told, result), 400: REFUSED, 401: NOT_KNOWN, 503: UNAVAILABLE, ...OTHERS },
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
  'Ask a person for access',
  'A page for browsers: send the person here. They sign in, allow the app or not, and come back to `redirect_uri` ' +
    'with `code` and `state`, or with `error`.',
  {
    parameters: [
      parameter('client_id', 'The client.'),
      parameter('response_type', '`code`.'),
      parameter('redirect_uri', 'Where the person comes back to: one of the client’s addresses.'),
      parameter('code_challenge', 'The SHA-256 of a random text, in base64url (PKCE).'),
      parameter('code_challenge_method', '`S256`.'),
      parameter('scope', 'Scopes, separated by spaces; all of the client’s where it is left out.', false),
      parameter('state', 'Comes back as it was; up to 1,024 characters.', false),
      parameter('response_mode', '`query` or `fragment`.', false),
      parameter('resource', 'The API that the token is for: the issuer.', false),
    ],
    responses: {
      303: { description: 'To the sign-in, or back to the app.' },
      400: pageOrProblem(
        'A page that says what is wrong, where it is not safe to send the person back; `request.invalid` for NUL.',
      ),
      503: page('A page that says to try again.'),
      ...OTHERS,
    },
  },
);

const PATHS = {
  [DISCOVERY]: {
    get: operation(
      'getAuthorizationServer',
      'Read what the OAuth server can do',
      'Libraries of OAuth find all addresses here (RFC 8414).',
      { responses: { 200: answer('Addresses and abilities.', 'AuthorizationServer'), ...OTHERS } },
    ),
  },
  [ENDPOINTS.authorization]: { get: AUTHORIZE },
  [ENDPOINTS.token]: {
    post: call(
      'issueToken',
      'Get tokens',
      'By the code of a sign-in, a refresh token, the code of a device, or for the client’s own account. A ' +
        'refresh token that comes twice ends its grant.',
      'OAuthTokenRequest',
      ['The tokens.', 'OAuthToken'],
    ),
  },
  [ENDPOINTS.revocation]: {
    post: call(
      'revokeToken',
      'Revoke a token',
      'Answers the same for tokens that are not known (RFC 7009).',
      'OAuthTokenReference',
      ['The token is good no longer.'],
    ),
  },
  [ENDPOINTS.introspection]: {
    post: call(
      'introspectToken',
      'Look into a token',
      'Tells a client what one of its tokens is good for (RFC 7662).',
      'OAuthTokenReference',
      ['What the token is good for.', 'OAuthIntrospection'],
    ),
  },
  [ENDPOINTS.jwks]: {
    get: operation(
      'listOAuthKeys',
      'List the public keys that verify access tokens',
      'A JWK set (RFC 7517), for those who verify tokens by themselves.',
      { responses: { 200: answer('The keys.', 'OAuthKeySet', 'application/jwk-set+json'), ...OTHERS } },
    ),
  },
  [ENDPOINTS.device_authorization]: {
    post: call(
      'authorizeDevice',
      'Begin the sign-in of a device',
      'For devices without a browser (RFC 8628): the device shows `user_code`, and asks for its tokens until the ' +
        'person has allowed it.',
      'DeviceAuthorizationRequest',
      ['The codes.', 'DeviceAuthorization'],
    ),
  },
};

const CLIENT = { type: 'http', scheme: 'basic', description: 'The id and the secret of an OAuth client.' };

const taken = (names, existing) => names.filter((name) => Object.hasOwn(existing, name));

/** They are at the root alone, not below `/api`. */
const SERVERS = [{ url: '/', description: 'The root' }];

/** Adds the endpoints of OAuth to the document. */
export const addOAuth = (document) => {
  const { paths, components } = document;
  const twice = [...taken(Object.keys(PATHS), paths), ...taken(Object.keys(SCHEMAS), components.schemas)];
  if (twice.length > 0) throw new Error(`described twice: ${twice.join(', ')}`);
  for (const [path, methods] of Object.entries(PATHS)) {
    for (const one of Object.values(methods)) one.servers = SERVERS;
    paths[path] = methods;
  }
  Object.assign(components.schemas, SCHEMAS);
  components.securitySchemes.oauthClient = CLIENT;
  return document;
};
