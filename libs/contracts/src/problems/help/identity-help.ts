import type { ProblemHelp } from '../problem-help.js';

/** How to deal with problems of accounts, people, API keys and OAuth clients. */
export const IDENTITY_HELP = {
  'api_key.not_found': {
    causes: ['The id is wrong or belongs to another account.', 'The secret key was sent in place of its id.'],
    remedy: 'List the keys with `GET /v1/api-keys` and use an `id` from there: it begins with `key_`.',
    retry: 'after_fix',
  },
  'api_key.inactive': {
    causes: ['The key was revoked or rolled before, or has expired.'],
    remedy: 'Create a new key, and deploy it before you need it.',
    retry: 'never',
  },
  'api_key.limit': {
    causes: ['A key is created for every deployment or user and never revoked.'],
    remedy: 'Revoke keys whose `last_used_at` is long ago. For many users of an app, use OAuth instead of keys.',
    retry: 'after_fix',
  },
  'api_key.wider': {
    causes: ['A key with `allowed_cidrs` or `expires_at` creates one without, or with a wider range or a later end.'],
    remedy: 'Bind the new key at least as tightly as `detail` says, or use a credential that is not bound.',
    retry: 'after_fix',
  },
  'account.not_found': {
    causes: ['The id is wrong, or belongs to another installation.'],
    remedy: 'List the accounts with `GET /v1/accounts` and use an `id` from there.',
    retry: 'after_fix',
  },
  'account.unknown': {
    causes: ['`account_id` in the body is wrong, or its account was deleted meanwhile.'],
    remedy: 'Send the id of an existing account, or leave `account_id` out to act for your own.',
    retry: 'after_fix',
  },
  'account.deleted': {
    causes: ['An administrator deleted the account.'],
    remedy: 'Remove the id from your data. A deleted account cannot be restored; create a new one if it is needed.',
    retry: 'never',
  },
  'account.own': {
    causes: ['The id in the path is that of the account which the credential belongs to.'],
    remedy: 'Use the credential of another administrator, or delete the account on its page in the portal.',
    retry: 'never',
  },
  'person.email_taken': {
    causes: ['The person has signed up before, perhaps in another account.'],
    remedy: 'Sign in with this address, reset the password if it is lost, or use another address.',
    retry: 'after_fix',
  },
  'oauth_client.not_found': {
    causes: ['The id is wrong, belongs to another account, or the client was deleted.'],
    remedy: 'List the clients with `GET /v1/oauth-clients` and use an `id` from there: it begins with `app_`.',
    retry: 'after_fix',
  },
  'oauth_client.limit': {
    causes: ['A client is registered for every user or test run and never deleted.'],
    remedy: 'Delete clients that are not used. One client serves any number of people.',
    retry: 'after_fix',
  },
  'oauth_client.public': {
    causes: ['The client was registered with `confidential: false`.'],
    remedy: 'Leave the secret out. If the app runs on a server that can keep a secret, register a confidential client.',
    retry: 'never',
  },
  'oauth_grant.not_found': {
    causes: ['The id is wrong, or the person revoked the grant already.'],
    remedy: 'List the grants with `GET /v1/oauth-grants`. Where you wanted to revoke it, nothing is left to do.',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemHelp>;
