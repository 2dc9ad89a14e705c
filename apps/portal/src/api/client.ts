import { CatchData } from '@catch-data/sdk';
import { fetchSignedIn } from '../session/fetch-signed-in.js';
import { csrfHeaders } from '../session/csrf-headers.js';

/**
 * The public API, called with the cookie of who is signed in. It has no time-outs of its own: a call may wait for
 * somebody to sign in again, and `fetchSignedIn` bounds the rest.
 */
export const cds = new CatchData({
  credentials: 'same-origin',
  headers: csrfHeaders,
  fetch: fetchSignedIn,
  timeoutMs: 0,
  deadlineMs: 0,
});
