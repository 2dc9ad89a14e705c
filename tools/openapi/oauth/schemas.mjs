// What the OAuth server takes and answers: RFC 6749, 7009, 7662, 8414, 8628 and 9068.
const text = (description, rest = {}) => ({ type: 'string', description, ...rest });
const list = (description, items = { type: 'string' }) => ({ type: 'array', items, description });
const object = (description, required, properties) => ({ type: 'object', description, required, properties });
const one = (name) => ({ $ref: `#/components/schemas/${name}` });

const URL = { format: 'uri' };
const CLIENT = {
  client_id: text('The client, where `Authorization: Basic` does not name it.'),
  client_secret: text('The secret of a confidential client, where `Authorization: Basic` does not have it.'),
};
const SCOPE = text('Scopes, separated by spaces.', { examples: ['catches:read leaderboards:read'] });
const TOKEN = {
  token: text('An access token or a refresh token of the client.'),
  token_type_hint: text('What it is, as `access_token` or `refresh_token`; it is found without.'),
};

/** Names of components. */
export const SCHEMAS = {
  OAuthError: object('Why the OAuth server refused (RFC 6749, section 5.2).', ['error'], {
    error: text('Stable: programs decide by it.', { examples: ['invalid_grant'] }),
    error_description: text('A sentence for developers.'),
    scope: text('Of `invalid_scope`: what was refused.'),
  }),
  OAuthTokenRequest: object(
    'How a client asks for tokens; which fields it needs depends on the grant.',
    ['grant_type'],
    {
      grant_type: one('GrantType'),
      ...CLIENT,
      code: text('Of `authorization_code`: the code that came to the redirect address.'),
      redirect_uri: text('Of `authorization_code`: the redirect address that was used.', URL),
      code_verifier: text('Of `authorization_code`: the text whose SHA-256 was the `code_challenge` (PKCE).'),
      refresh_token: text('Of `refresh_token`: the last one. Each use answers with a new one.'),
      device_code: text('Of the device flow: the code that the device got.'),
      scope: SCOPE,
      resource: text('The API that the token is for: the issuer, which is meant where it is left out.', URL),
    },
  ),
  OAuthToken: object('An access token, and what goes with it.', ['access_token', 'token_type', 'expires_in', 'scope'], {
    access_token: text('Sent as `Authorization: Bearer …`: a JWT (RFC 9068).'),
    token_type: text('Always bearer, in any case.', { examples: ['bearer'] }),
    expires_in: { type: 'integer', description: 'Seconds until the access token expires.' },
    scope: SCOPE,
    refresh_token: text('Gets the next tokens; of grants that a person gave alone.'),
  }),
  OAuthTokenReference: object('The token that is meant.', ['token'], { ...TOKEN, ...CLIENT }),
  OAuthIntrospection: object(
    'What a token is good for. A token that is not the client’s, or not good any more, is `active: false` and no ' +
      'more.',
    ['active'],
    {
      active: { type: 'boolean', description: 'Whether it is good now.' },
      token_type: text('Of an access token: `Bearer`.'),
      client_id: text('The client that got it.'),
      client_name: text('The name of the client.'),
      account_id: text('The account that it acts for.'),
      account_name: text('The name of the account.'),
      scope: SCOPE,
      sub: text('The person who gave it, or the client.'),
      aud: text('The API that it is for.'),
      iss: text('The server that issued it.'),
      jti: text('Its own id.'),
      grant_id: text('The grant that it came from.'),
      iat: { type: 'integer', description: 'When it was issued, in seconds since 1970.' },
      exp: { type: 'integer', description: 'When it expires, in seconds since 1970.' },
    },
  ),
  OAuthKey: object('A public key (RFC 7517).', ['kty', 'kid', 'alg', 'use'], {
    kty: text('The kind of key.', { examples: ['EC'] }),
    kid: text('Its id, which tokens name.'),
    alg: text('How it signs.', { examples: ['ES256'] }),
    use: text('What it is for.', { examples: ['sig'] }),
    crv: text('The curve.', { examples: ['P-256'] }),
    x: text('A coordinate of the key.'),
    y: text('The other coordinate.'),
  }),
  OAuthKeySet: object('The keys that sign access tokens.', ['keys'], {
    keys: list('The keys: the current one, the next one, and former ones.', one('OAuthKey')),
  }),
  DeviceAuthorizationRequest: object('What a device asks for.', [], { ...CLIENT, scope: SCOPE }),
  DeviceAuthorization: object(
    'What a device shows, and what it waits with (RFC 8628).',
    ['device_code', 'user_code', 'verification_uri', 'verification_uri_complete', 'expires_in', 'interval'],
    {
      device_code: text('What the device asks for its tokens with.'),
      user_code: text('What the person enters.', { examples: ['BCDF-GHJK'] }),
      verification_uri: text('Where the person enters it.', URL),
      verification_uri_complete: text('The same with the code in it, for a QR code.', URL),
      expires_in: { type: 'integer', description: 'Seconds until both codes expire.' },
      interval: { type: 'integer', description: 'Seconds to wait between two requests for the tokens.' },
    },
  ),
  AuthorizationServer: object(
    'What the OAuth server can do (RFC 8414).',
    ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'],
    {
      issuer: text('The server, as tokens name it.', URL),
      authorization_endpoint: text('Where people are sent.', URL),
      token_endpoint: text('Where tokens are got.', URL),
      jwks_uri: text('The keys that sign access tokens.', URL),
      revocation_endpoint: text('Where tokens are revoked.', URL),
      introspection_endpoint: text('Where tokens are looked into.', URL),
      device_authorization_endpoint: text('Where devices begin.', URL),
      response_types_supported: list('What sign-ins end with.'),
      response_modes_supported: list('How they tell.'),
      grant_types_supported: list('Ways to get a token.'),
      scopes_supported: list('All scopes.'),
      token_endpoint_auth_methods_supported: list('How clients show who they are when they ask for tokens.'),
      revocation_endpoint_auth_methods_supported: list('How they do when they revoke tokens.'),
      introspection_endpoint_auth_methods_supported: list('How they do when they look into tokens.'),
      code_challenge_methods_supported: list('Ways of PKCE, which is always asked for.'),
      authorization_response_iss_parameter_supported: {
        type: 'boolean',
        description: 'Whether redirects name the issuer (RFC 9207).',
      },
      service_documentation: text('The reference for people.', URL),
    },
  ),
};
