import type { ProblemText } from './problem-text.js';

/** Problems of accounts, people, credentials and their limits. */
export const IDENTITY_PROBLEMS = {
  'auth.missing': {
    title: 'Credentials are missing',
    explanation: 'Send an API key or an access token: `Authorization: Bearer cds_live_…`.',
  },
  'auth.invalid': {
    title: 'The credentials are not valid',
    explanation: 'The API key or access token is malformed, unknown, revoked, expired, or made for another service.',
  },
  'auth.scope': {
    title: 'A scope is missing',
    explanation: 'The credential is valid but lacks the scope that `detail` names.',
  },
  'auth.network': {
    title: 'The key may not be used from here',
    explanation: 'The request comes from an address outside `allowed_cidrs` of the API key.',
  },
  'auth.session_ended': {
    title: 'You are signed out',
    explanation:
      'A page of the portal called with the cookie of a session that has ended. Sign in again; the page then sends ' +
      'the call again.',
  },
  'auth.csrf': {
    title: 'The token of the session is wrong',
    explanation:
      'The call came with the cookie of the portal, and `X-CSRF-Token` does not belong to its session. Load the page ' +
      'again.',
  },
  'auth.cross_site': {
    title: 'The cookie is for the portal alone',
    explanation:
      'The call came with the cookie of the portal, but not from a page of it, as `Sec-Fetch-Site`, `Origin` or ' +
      '`Referer` tell. Send an API key or an access token in the `Authorization` header instead.',
  },
  'auth.stale_sign_in': {
    title: 'A new sign-in is needed',
    explanation:
      'Who is signed in to the portal makes and changes credentials and accounts within 15 minutes of signing in. ' +
      'Sign in again; the page then sends the call again. API keys and access tokens are not asked for this.',
  },
  'auth.too_many_failures': {
    title: 'Too many wrong credentials',
    explanation:
      'This address sent too many wrong credentials. Good ones still work; a wrong one is looked at ' +
      'again after `Retry-After` seconds.',
  },
  'rate_limit.exceeded': {
    title: 'The rate limit is used up',
    explanation:
      'This credential, or this address where no credential is sent, made as many requests as its window allows. ' +
      'Wait `Retry-After` seconds; `RateLimit-Policy` tells the limit, `RateLimit` and `GET /v1/rate_limit` the rest.',
  },
  'limit.account': {
    title: 'The account has made too many requests',
    explanation:
      'All credentials of an account together may make ten times as many requests as one credential by default; it ' +
      'may create leaderboards and webhook endpoints, and change rules, less often. Go on after `Retry-After` seconds.',
  },
  'limit.in_flight': {
    title: 'Too many requests are in progress',
    explanation:
      'All credentials of an account together, and an address where no credential is sent, may have so many requests ' +
      'in progress at once as `detail` says, and as many answers that are still being read. Wait for answers before ' +
      'you send more requests.',
  },
  'limit.uploads': {
    title: 'Too many photos are being sent',
    explanation: 'An account sends 3 photos at once. Go on after `Retry-After` seconds, when one of them is answered.',
  },
  'limit.heavy_reads': {
    title: 'Too many counts and searches at once',
    explanation:
      'Exact totals of filtered lists, searches, and large pages of this account wait for each other, and this one ' +
      'waited too long. Go on after `Retry-After` seconds, with fewer at once; `total=false` leaves the count out.',
  },
  'auth.identity': {
    title: 'The caller is not known',
    explanation:
      'A service was called without the gateway’s signed identity, with an old one, or with one made ' +
      'for another service.',
  },
  'api_key.not_found': { title: 'There is no such API key', explanation: 'No API key of this account has this id.' },
  'api_key.inactive': {
    title: 'The API key is not active',
    explanation:
      'The key was revoked, was rolled into another one, or has expired: it cannot be edited or rolled ' +
      'any more. Create a new one.',
  },
  'api_key.limit': {
    title: 'There are too many API keys',
    explanation:
      'An account may have 100 API keys. Revoke one first. A key that was rolled counts until its grace ends; ' +
      'rolling with `grace_seconds: 0` is always possible.',
  },
  'api_key.wider': {
    title: 'The key would reach further than the credential that asks',
    explanation:
      'A credential that may be used from some networks only, or until some time, can only make and change API keys ' +
      'that are bound likewise, and cannot make OAuth clients, which are not bound. `detail` names the bound.',
  },
  'receiver.not_found': {
    title: 'There is no such test receiver',
    explanation: 'Nobody made a test receiver with this address, or it was deleted or is more than 24 hours old.',
  },
  'receiver.limit': {
    title: 'There are too many test receivers',
    explanation: 'An account may have 3 test receivers. Delete one first, or wait until one is 24 hours old.',
  },
  'account.not_found': { title: 'There is no such account', explanation: 'No account has this id.' },
  'account.unknown': {
    title: 'The account is not known',
    explanation: 'There is no account with the id that the body names, or it was deleted.',
  },
  'account.deleted': {
    title: 'The account was deleted',
    explanation: 'The account is gone for good, with its keys, tokens, leaderboards and anglers.',
  },
  'account.own': {
    title: 'Nobody deletes their own account',
    explanation:
      'The credential belongs to the account that it would delete. Another account with the scope `admin` can.',
  },
  'person.email_taken': {
    title: 'The e-mail address is in use',
    explanation:
      'A person signs in with this address already. An address belongs to one person, in any case of its letters.',
  },
  'provider.email_unverified': {
    title: 'The e-mail address is not verified',
    explanation:
      'Whoever comes through the provider for the first time needs an e-mail address that the provider ' +
      'has verified: an address that nobody checked proves nothing.',
  },
  'form.stale': {
    title: 'The form is out of date',
    explanation:
      'A form can be sent from the page that showed it, in the browser that opened it, until the person ' +
      'there signs in or out. Open the page again; cookies must be allowed.',
  },
  'oauth_client.not_found': {
    title: 'There is no such OAuth client',
    explanation: 'No OAuth client of this account has this id.',
  },
  'oauth_client.limit': {
    title: 'There are too many OAuth clients',
    explanation: 'An account may have 100 OAuth clients. Delete one first.',
  },
  'oauth_client.public': {
    title: 'The OAuth client has no secret',
    explanation:
      'Only a confidential client has a secret that can be replaced; a public one proves itself by PKCE alone.',
  },
  'oauth_grant.not_found': {
    title: 'There is no such grant',
    explanation: 'Nobody of this account has given a grant with this id, or it was revoked.',
  },
  'oauth_interaction.expired': {
    title: 'The sign-in of an app cannot go on',
    explanation:
      'It was begun more than an hour ago, in another browser, or has been finished. Begin again from the app.',
  },
} as const satisfies Record<string, ProblemText>;
