import { SCOPES } from '@cds/contracts';

/** How an app may learn that a sign-in has ended. The library has a third way, form_post, which takes a script. */
export const RESPONSE_MODES = ['query', 'fragment'] as const;

/** What of the library's document is OAuth 2.0 (RFC 8414); the rest is about OpenID Connect, which is not offered. */
const FIELDS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'revocation_endpoint',
  'introspection_endpoint',
  'device_authorization_endpoint',
  'response_types_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
] as const;

export const discoveryDocument = (document: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const methods = document['token_endpoint_auth_methods_supported'];
  return {
    ...Object.fromEntries(FIELDS.map((field) => [field, document[field]])),
    response_modes_supported: [...RESPONSE_MODES],
    scopes_supported: [...SCOPES],
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    service_documentation: `${String(document['issuer'])}/docs`,
  };
};
