import type { OAuthClient } from '../../../generated/client.js';

/** An OAuth client as the API answers it. */
export interface ClientView {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly scopes: readonly string[];
  readonly confidential: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string | null;
}

export const clientView = (client: OAuthClient): ClientView => ({
  id: client.id,
  account_id: client.accountId,
  name: client.name,
  redirect_uris: client.redirectUris,
  grant_types: client.grantTypes,
  scopes: client.scopes,
  confidential: client.secretHash !== null,
  created_at: client.createdAt.toISOString(),
  updated_at: client.updatedAt.toISOString(),
  created_by: client.createdBy,
});
