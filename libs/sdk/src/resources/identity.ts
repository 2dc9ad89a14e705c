import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type {
  ApiKeyPatch,
  ApiKeyRoll,
  NewApiKey,
  NewOAuthClient,
  OAuthClientPatch,
} from '../openapi/generated/types.gen.js';
import type {
  DeleteOAuthClientParams,
  GetApiKeyParams,
  GetOAuthClientParams,
  ListApiKeysParams,
  ListOAuthClientsParams,
  ListOAuthGrantsParams,
  RevokeApiKeyParams,
  RevokeOAuthGrantParams,
} from '../openapi/generated/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Who calls. */
export class Me extends Resource {
  /** The account, the credential and its scopes. */
  get(options?: RequestOptions) {
    return this.api.call('getMe', {}, options);
  }
}

/** What the rate limit leaves. */
export class RateLimitResource extends Resource {
  /** Free of charge: it does not count against the limit. */
  get(options?: RequestOptions) {
    return this.api.call('getRateLimit', {}, options);
  }
}

/** Keys of the account. */
export class ApiKeys extends Resource {
  /** The account’s keys, without what is secret. */
  list<F extends FieldOf<ListApiKeysParams> = never>(
    params?: Choosing<ListApiKeysParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listApiKeys', [], params, options);
  }

  /** One key, without what is secret. */
  get<F extends FieldOf<GetApiKeyParams> = never>(
    id: string,
    params?: Choosing<GetApiKeyParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getApiKey', [id], params, options);
  }

  /** Makes a key. The `key` itself is in this answer alone. */
  create(body: NewApiKey, options?: CreateOptions) {
    return this.api.callForSecret('createApiKey', 'key', [], body, options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: ApiKeyPatch, options?: ChangeOptions) {
    return this.api.change('updateApiKey', [target], body, options);
  }

  /** Ends a key at once. */
  revoke(target: Target, { cascade, ...options }: ChangeOptions & RevokeApiKeyParams = {}) {
    return this.api.remove('revokeApiKey', [target], options, { cascade });
  }

  /** Makes a new `key`; the old one goes on for a grace. */
  roll(id: string, body: ApiKeyRoll = {}, options?: CreateOptions) {
    return this.api.callForSecret('rollApiKey', 'key', [id], body, options);
  }
}

/** Apps that ask people for access, or act for the account. */
export class OAuthClients extends Resource {
  /** The account’s apps. */
  list<F extends FieldOf<ListOAuthClientsParams> = never>(
    params?: Choosing<ListOAuthClientsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listOAuthClients', [], params, options);
  }

  /** One app. */
  get<F extends FieldOf<GetOAuthClientParams> = never>(
    id: string,
    params?: Choosing<GetOAuthClientParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getOAuthClient', [id], params, options);
  }

  /** Registers an app. Its `client_secret` is in this answer alone. */
  create(body: NewOAuthClient, options?: CreateOptions) {
    return this.api.callForSecret('createOAuthClient', 'client_secret', [], body, options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: OAuthClientPatch, options?: ChangeOptions) {
    return this.api.change('updateOAuthClient', [target], body, options);
  }

  /** Deletes an app and ends its tokens. */
  delete(target: Target, { cascade, ...options }: ChangeOptions & DeleteOAuthClientParams = {}) {
    return this.api.remove('deleteOAuthClient', [target], options, { cascade });
  }

  /** Makes a new `client_secret`, and ends the old one. */
  rotateSecret(id: string, options?: CreateOptions) {
    return this.api.callForSecret('rotateOAuthClientSecret', 'client_secret', [id], undefined, options);
  }
}

/** What people of the account allowed apps. */
export class OAuthGrants extends Resource {
  /** The grants there are. */
  list<F extends FieldOf<ListOAuthGrantsParams> = never>(
    params?: Choosing<ListOAuthGrantsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listOAuthGrants', [], params, options);
  }

  /** Ends a grant and its tokens. */
  revoke(target: Target, { cascade, ...options }: ChangeOptions & RevokeOAuthGrantParams = {}) {
    return this.api.remove('revokeOAuthGrant', [target], options, { cascade });
  }
}
