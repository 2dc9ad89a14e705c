import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type { AccountPatch, NewAccount } from '../openapi/generated/types.gen.js';
import type { GetAccountParams, ListAccountsParams, ListAuditLogParams } from '../openapi/generated/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Accounts, for administrators. */
export class Accounts extends Resource {
  /** The accounts there are. */
  list<F extends FieldOf<ListAccountsParams> = never>(
    params?: Choosing<ListAccountsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listAccounts', [], params, options);
  }

  /** One account. */
  get<F extends FieldOf<GetAccountParams> = never>(
    id: string,
    params?: Choosing<GetAccountParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getAccount', [id], params, options);
  }

  /** Adds an account. */
  create(body: NewAccount, options?: CreateOptions) {
    return this.api.post('createAccount', [], body, options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: AccountPatch, options?: ChangeOptions) {
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
  list<F extends FieldOf<ListAuditLogParams> = never>(
    params?: Choosing<ListAuditLogParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listAuditLog', [], params, options);
  }
}
