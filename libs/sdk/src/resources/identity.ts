import type {
  CreateApiKeyBody,
  CreateOAuthClientBody,
  DeleteOAuthClientParams,
  GetApiKeyParams,
  GetOAuthClientParams,
  ListApiKeysParams,
  ListOAuthClientsParams,
  ListOAuthGrantsParams,
  RevokeApiKeyParams,
  RevokeOAuthGrantParams,
  RollApiKeyBody,
  UpdateApiKeyBody,
  UpdateOAuthClientBody,
} from '../openapi/operations.gen.js';
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
  list(params?: ListApiKeysParams, options?: RequestOptions) {
    return this.api.list('listApiKeys', [], params, options);
  }

  /** One key, without what is secret. */
  get(id: string, params?: GetApiKeyParams, options?: RequestOptions) {
    return this.api.call('getApiKey', { ids: [id], params }, options);
  }

  /** Makes a key. The `key` itself is in this answer alone. */
  create(body: CreateApiKeyBody, options?: CreateOptions) {
    return this.api.callForSecret('createApiKey', { body }, 'key', options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: UpdateApiKeyBody, options?: ChangeOptions) {
    return this.api.change('updateApiKey', [target], body, options);
  }

  /** Ends a key at once. */
  revoke(target: Target, { cascade, ...options }: ChangeOptions & RevokeApiKeyParams = {}) {
    return this.api.remove('revokeApiKey', [target], options, { cascade });
  }

  /** Makes a new `key`; the old one goes on for a grace. */
  roll(id: string, body: RollApiKeyBody = {}, options?: CreateOptions) {
    return this.api.callForSecret('rollApiKey', { ids: [id], body }, 'key', options);
  }
}

/** Apps that ask people for access, or act for the account. */
export class OAuthClients extends Resource {
  /** The account’s apps. */
  list(params?: ListOAuthClientsParams, options?: RequestOptions) {
    return this.api.list('listOAuthClients', [], params, options);
  }

  /** One app. */
  get(id: string, params?: GetOAuthClientParams, options?: RequestOptions) {
    return this.api.call('getOAuthClient', { ids: [id], params }, options);
  }

  /** Registers an app. Its `client_secret` is in this answer alone. */
  create(body: CreateOAuthClientBody, options?: CreateOptions) {
    return this.api.callForSecret('createOAuthClient', { body }, 'client_secret', options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: UpdateOAuthClientBody, options?: ChangeOptions) {
    return this.api.change('updateOAuthClient', [target], body, options);
  }

  /** Deletes an app and ends its tokens. */
  delete(target: Target, { cascade, ...options }: ChangeOptions & DeleteOAuthClientParams = {}) {
    return this.api.remove('deleteOAuthClient', [target], options, { cascade });
  }

  /** Makes a new `client_secret`, and ends the old one. */
  rotateSecret(id: string, options?: CreateOptions) {
    return this.api.callForSecret('rotateOAuthClientSecret', { ids: [id] }, 'client_secret', options);
  }
}

/** What people of the account allowed apps. */
export class OAuthGrants extends Resource {
  /** The grants there are. */
  list(params?: ListOAuthGrantsParams, options?: RequestOptions) {
    return this.api.list('listOAuthGrants', [], params, options);
  }

  /** Ends a grant and its tokens. */
  revoke(target: Target, { cascade, ...options }: ChangeOptions & RevokeOAuthGrantParams = {}) {
    return this.api.remove('revokeOAuthGrant', [target], options, { cascade });
  }
}
