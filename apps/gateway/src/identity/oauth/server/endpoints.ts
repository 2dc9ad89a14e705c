/** Where the OAuth server answers, besides `/.well-known/oauth-authorization-server`. */
export const ENDPOINTS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/oauth/jwks',
  device_authorization: '/oauth/device_authorization',
  code_verification: '/oauth/device',
} as const;

export const DISCOVERY = '/.well-known/oauth-authorization-server';
