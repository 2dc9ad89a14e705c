import type {
  CreateAccountBody,
  GetAccountParams,
  ListAccountsParams,
  ListAuditLogParams,
  UpdateAccountBody,
} from '../openapi/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Accounts, for administrators. */
export class Accounts extends Resource {
  /** The accounts there are. */
  list(params?: ListAccountsParams, options?: RequestOptions) {
    return this.api.list('listAccounts', [], params, options);
  }

  /** One account. */
  get(id: string, params?: GetAccountParams, options?: RequestOptions) {
    return this.api.call('getAccount', { ids: [id], params }, options);
  }

  /** Adds an account. */
  create(body: CreateAccountBody, options?: CreateOptions) {
    return this.api.call('createAccount', { body }, options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: UpdateAccountBody, options?: ChangeOptions) {
    return this.api.change('updateAccount', [target], body, options);
  }

  /** Stops its keys, disables its endpoints and erases its anglers. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteAccount', [target], options);
  }

  /** Lets the account's people sign in by password alone, for who lost their second factor and recovery codes. */
  endSecondFactors(target: Target, options?: ChangeOptions) {
    return this.api.remove('endSecondFactors', [target], options);
  }
}

/** What happened to keys, apps, accounts and endpoints. */
export class AuditLog extends Resource {
  /** Entries that fit the filters, newest first. */
  list(params?: ListAuditLogParams, options?: RequestOptions) {
    return this.api.list('listAuditLog', [], params, options);
  }
}
