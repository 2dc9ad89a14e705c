import type { ProblemHelp } from '../problem-help.js';

/** How to deal with problems of credentials, sessions and rate limits. */
export const CREDENTIAL_HELP = {
  'auth.missing': {
    causes: [
      'The `Authorization` header is missing, or a proxy or redirect removed it.',
      'The word `Bearer` before the key is missing, or the variable that holds the key is empty.',
    ],
    remedy: 'Send `Authorization: Bearer <key>`. You can create a key on the portal’s page of keys.',
    retry: 'after_fix',
  },
  'auth.invalid': {
    causes: [
      'The key was copied incompletely, or with a space or a line break.',
      'The key was revoked, has expired, or was rolled and its grace period is over.',
      'The access token is older than 15 minutes, or its grant was revoked.',
    ],
    remedy:
      'Check on the portal’s page of keys whether the key is active, and create a new one otherwise. Exchange the ' +
      'refresh token when an access token has expired.',
    retry: 'after_fix',
  },
  'auth.scope': {
    causes: [
      'The key or the app was created with fewer scopes.',
      'The person behind the access token may not do this themselves.',
    ],
    remedy:
      'Create a key with the scope that `detail` and the `WWW-Authenticate` header name, or add the scope to the ' +
      'OAuth client and ask the person again.',
    retry: 'after_fix',
  },
  'auth.network': {
    causes: [
      'The server’s outgoing address changed, or it now connects by IPv6.',
      'The request passes a proxy that is not configured as one.',
    ],
    remedy: 'Add the address that `detail` names to `allowed_cidrs` of the key, or send the request from there.',
    retry: 'after_fix',
  },
  'auth.session_ended': {
    causes: ['You signed out in another tab, the session expired, or your password was changed.'],
    remedy: 'Sign in again. The page then sends the request again by itself.',
    retry: 'after_fix',
  },
  'auth.csrf': {
    causes: ['The page was opened before you signed in again, or a program sends the cookie without the token.'],
    remedy: 'Reload the page. Programs send an API key instead of the cookie.',
    retry: 'after_fix',
  },
  'auth.cross_site': {
    causes: ['A page of another site, or a browser extension, calls the API with the portal’s cookie.'],
    remedy: 'Send an API key or an access token. The cookie works from the portal’s own pages alone.',
    retry: 'after_fix',
  },
  'auth.stale_sign_in': {
    causes: ['You signed in to the portal more than 15 minutes ago and are about to change credentials or accounts.'],
    remedy: 'Sign in again. The page then sends the request again by itself.',
    retry: 'after_fix',
  },
  'auth.too_many_failures': {
    causes: ['A job goes on with a revoked or mistyped key.', 'Several programs behind one address do so.'],
    remedy: 'Stop the program that sends the wrong credential. Right ones still work from the same address.',
    retry: 'after_delay',
  },
  'auth.identity': {
    causes: [
      'A service was called directly instead of through the gateway.',
      'The services’ clocks or secrets differ.',
    ],
    remedy: 'Call the public address. Operators: compare `IDENTITY_SECRETS` and the clocks of gateway and service.',
    retry: 'after_fix',
  },
  'provider.email_unverified': {
    causes: ['The address is not confirmed at the provider, or the provider does not say that it is.'],
    remedy: 'Confirm your e-mail address at the provider, or sign up here with e-mail and password.',
    retry: 'after_fix',
  },
  'form.stale': {
    causes: ['The page was open while you signed in or out in another tab.', 'The browser refuses cookies.'],
    remedy: 'Open the page again, allow cookies, and fill in the form once more.',
    retry: 'after_fix',
  },
  'oauth_interaction.expired': {
    causes: ['The page was open for more than an hour, or was opened from a bookmark or with the back button.'],
    remedy: 'Go back to the app and start signing in again.',
    retry: 'never',
  },
  'rate_limit.exceeded': {
    causes: ['A loop without a pause, or many workers with the same key.', 'Polling where a webhook would do.'],
    remedy:
      'Wait as long as `Retry-After` says. Watch `RateLimit` to slow down in time, ask with `If-None-Match` (a 304 ' +
      'is free), and use webhooks or `GET /v1/events/stream` instead of polling.',
    retry: 'after_delay',
  },
  'limit.account': {
    causes: ['Many keys of the account are busy at the same time.'],
    remedy: 'Spread the work over time. More keys do not help, as the limit is the account’s.',
    retry: 'after_delay',
  },
  'limit.in_flight': {
    causes: ['Too many parallel workers.', 'Answers, such as downloads, that your client reads slowly or not at all.'],
    remedy: 'Bound the number of parallel requests in your client, and read or cancel every answer.',
    retry: 'after_delay',
  },
  'limit.uploads': {
    causes: ['More than three photos are uploaded in parallel.'],
    remedy: 'Upload photos one after the other, or three at a time.',
    retry: 'after_delay',
  },
  'limit.heavy_reads': {
    causes: ['Several filtered lists with exact totals, searches, or pages of megabytes run at the same time.'],
    remedy: 'Send `total=false` where you do not show the total, follow `next_cursor`, and run fewer searches at once.',
    retry: 'after_delay',
  },
  'limit.event_streams': {
    causes: ['Every worker opens a stream of its own, or closed pages leave theirs open.'],
    remedy: 'Read one stream and pass the events on yourself. Close streams that you do not read.',
    retry: 'when_ready',
  },
} as const satisfies Record<string, ProblemHelp>;
