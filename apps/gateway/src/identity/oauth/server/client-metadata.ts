import type { ClientMetadata } from 'oidc-provider';
import type { OAuthClient } from '../../../generated/client.js';
import { isLoopback } from '../clients/redirect-uri.js';

/** What the protocol's library knows of a client, besides what every client has. */
export const CLIENT_EXTRAS = ['account_id', 'account_name', 'api_scope'] as const;

/** Confidential clients have the hash of their secret in the place of the secret; see `hashedSecretIs`. */
export const clientMetadata = (client: OAuthClient & { account: { name: string } }): ClientMetadata => {
  const { secretHash, redirectUris, grantTypes } = client;
  return {
    client_id: client.id,
    client_name: client.name,
    ...(secretHash !== null && { client_secret: secretHash }),
    token_endpoint_auth_method: secretHash === null ? 'none' : 'client_secret_basic',
    redirect_uris: redirectUris,
    grant_types: grantTypes,
    response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
    // Native: on loopback any port will do (RFC 8252, section 7.3).
    application_type: redirectUris.some(isLoopback) ? 'native' : 'web',
    account_id: client.accountId,
    account_name: client.account.name,
    api_scope: client.scopes.join(' '),
  };
};
