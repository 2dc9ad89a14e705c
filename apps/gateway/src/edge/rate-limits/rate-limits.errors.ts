import { AppError } from '@cds/errors';
import type { Quota } from './quota.js';

/** One request too many in the window of a credential or an address. */
export const rateLimited = ({ policy: { name, limit, windowSeconds }, resetSeconds }: Quota): AppError =>
  new AppError({
    code: CODES[name],
    kind: 'too-many',
    message: `${WHAT[name]} are allowed ${limit} in ${windowSeconds} s. The next one may be sent in ${resetSeconds} s.`,
    retryAfterSeconds: resetSeconds,
  });

const CODES = {
  default: 'rate_limit.exceeded',
  account: 'limit.account',
  address: 'rate_limit.exceeded',
  'wrong-credentials': 'auth.too_many_failures',
  authorize: 'rate_limit.exceeded',
  receiver: 'rate_limit.exceeded',
  files: 'rate_limit.exceeded',
} as const;

const WHAT = {
  account: 'Requests with all credentials of this account together',
  default: 'Requests with this credential',
  address: 'Requests without a credential from this address',
  'wrong-credentials': 'Wrong credentials from this address',
  authorize: 'Sign-ins of apps that begin at this address',
  receiver: 'Requests to this test receiver',
  files: 'Files of pages, loaded from this address,',
} as const;
