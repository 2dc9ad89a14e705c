// What the OAuth server takes and answers: RFC 6749, 7009, 7662, 8414, 8628 and 9068.
const text = (description, rest = {}) => ({ type: 'string', description, ...rest });
const list = (description, items = { type: 'string' }) => ({ type: 'array', items, description });
const object = (description, required, properties) => ({ type: 'object', description, required, properties });
const one = (name) => ({ $ref: `#/components/schemas/${name}` });

const URL = { format: 'uri' };
const CLIENT = {
  client_id: text('The client id, unless `Authorization: Basic` contains it.'),
  client_secret: text('The client’s secret, unless `Authorization: Basic` contains it.'),
};
const SCOPE = text('Scopes, separated by spaces.', { examples: ['catches:read leaderboards:read'] });
const TOKEN = {
  token: text('An access token or a refresh token of the client.'),
  token_type_hint: text('The kind of token, `access_token` or `refresh_token`. Optional.'),
};

/** Names of components. */
export const SCHEMAS = {
  OAuthError: object('The reason for which the OAuth server refused a request (RFC 6749, section 5.2).', ['error'], {
    error: text('A stable code for programs.', { examples: ['invalid_grant'] }),
    error_description: text('An explanation for developers.'),
    scope: text('The scopes that were refused, for `invalid_scope`.'),
  }),
  OAuthTokenRequest: object('A request for tokens. The required fields depend on the grant type.', ['grant_type'], {
    grant_type: one('GrantType'),
    ...CLIENT,
    code: text('The code that was sent to the redirect URI, for `authorization_code`.'),
    redirect_uri: text('The redirect URI that was used, for `authorization_code`.', URL),
    code_verifier: text(
      'The code verifier, whose SHA-256 digest was the `code_challenge` (PKCE), for `authorization_code`.',
    ),
    refresh_token: text('The latest refresh token, for `refresh_token`. Each use returns a new one.'),
    device_code: text('The device code, for the device flow.'),
    scope: SCOPE,
    resource: text('The API that the token is for: the issuer, which is also the default.', URL),
  }),
  OAuthToken: object('An access token and its properties.', ['access_token', 'token_type', 'expires_in', 'scope'], {
    access_token: text('The access token, a JWT (RFC 9068). Send it as `Authorization: Bearer …`.'),
    token_type: text('Always `bearer`, compared case-insensitively.', { examples: ['bearer'] }),
    expires_in: { type: 'integer', description: 'Seconds until the access token expires.' },
    scope: SCOPE,
    refresh_token: text('The token with which to obtain the next tokens. Returned only for grants by a person.'),
  }),
  OAuthTokenReference: object('The token in question.', ['token'], { ...TOKEN, ...CLIENT }),
  OAuthIntrospection: object(
    'The properties of a token. For a token that is no longer valid or that belongs to another client, the ' +
      'response is `active: false` alone.',
    ['active'],
    {
      active: { type: 'boolean', description: 'Whether the token is valid.' },
      token_type: text('`Bearer` for an access token.'),
      client_id: text('The client that the token was issued to.'),
      client_name: text('The name of the client.'),
      account_id: text('The account that it acts for.'),
      account_name: text('The name of the account.'),
      scope: SCOPE,
      sub: text('The person who granted the access, or the client.'),
      aud: text('The API that it is for.'),
      iss: text('The server that issued it.'),
      jti: text('The id of the token.'),
      grant_id: text('The grant under which it was issued.'),
      iat: { type: 'integer', description: 'When it was issued, in seconds since 1970.' },
      exp: { type: 'integer', description: 'When it expires, in seconds since 1970.' },
    },
  ),
  OAuthKey: object('A public key (RFC 7517).', ['kty', 'kid', 'alg', 'use'], {
    kty: text('The key type.', { examples: ['EC'] }),
    kid: text('The key id, which tokens refer to.'),
    alg: text('The signature algorithm.', { examples: ['ES256'] }),
    use: text('The use of the key.', { examples: ['sig'] }),
    crv: text('The curve.', { examples: ['P-256'] }),
    x: text('The x coordinate of the key.'),
    y: text('The y coordinate of the key.'),
  }),
  OAuthKeySet: object('The keys that verify access tokens.', ['keys'], {
    keys: list('The current key, the next key and former keys.', one('OAuthKey')),
  }),
  DeviceAuthorizationRequest: object('A request for a device code.', [], { ...CLIENT, scope: SCOPE }),
  DeviceAuthorization: object(
    'The codes for a device and the person who uses it (RFC 8628).',
    ['device_code', 'user_code', 'verification_uri', 'verification_uri_complete', 'expires_in', 'interval'],
    {
      device_code: text('The code with which the device requests tokens.'),
      user_code: text('The code that the person enters.', { examples: ['BCDF-GHJK'] }),
      verification_uri: text('The page where the person enters the code.', URL),
      verification_uri_complete: text('The same page with the code filled in, for a QR code.', URL),
      expires_in: { type: 'integer', description: 'Seconds until both codes expire.' },
      interval: { type: 'integer', description: 'The seconds to wait between two requests for tokens.' },
    },
  ),
  AuthorizationServer: object(
    'The metadata of the OAuth server (RFC 8414).',
    ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'],
    {
      issuer: text('The issuer that tokens name.', URL),
      authorization_endpoint: text('The authorization endpoint.', URL),
      token_endpoint: text('The token endpoint.', URL),
      jwks_uri: text('The keys that verify access tokens.', URL),
      revocation_endpoint: text('The revocation endpoint.', URL),
      introspection_endpoint: text('The introspection endpoint.', URL),
      device_authorization_endpoint: text('The device authorization endpoint.', URL),
      response_types_supported: list('The supported response types.'),
      response_modes_supported: list('The supported response modes.'),
      grant_types_supported: list('Ways to obtain a token.'),
      scopes_supported: list('The supported scopes.'),
      token_endpoint_auth_methods_supported: list('How clients authenticate at the token endpoint.'),
      revocation_endpoint_auth_methods_supported: list('How clients authenticate at the revocation endpoint.'),
      introspection_endpoint_auth_methods_supported: list('How clients authenticate at the introspection endpoint.'),
      code_challenge_methods_supported: list('The supported PKCE methods. PKCE is always required.'),
      authorization_response_iss_parameter_supported: {
        type: 'boolean',
        description: 'Whether redirects name the issuer (RFC 9207).',
      },
      service_documentation: text('The API reference.', URL),
    },
  ),
};
