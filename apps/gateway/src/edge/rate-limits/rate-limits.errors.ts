import { AppError } from '@cds/errors';
import type { Quota } from './quota.js';

/** One request too many in the window of a credential or an address. */
export const rateLimited = ({ policy: { name, limit, windowSeconds }, resetSeconds }: Quota): AppError =>
  new AppError({
    code: name === 'wrong-credentials' ? 'auth.too_many_failures' : 'rate_limit.exceeded',
    kind: 'too-many',
    message: `${WHAT[name]} are allowed ${limit} in ${windowSeconds} s. The next one may be sent in ${resetSeconds} s.`,
    retryAfterSeconds: resetSeconds,
  });

const WHAT = {
  default: 'Requests with this credential',
  address: 'Requests without a credential from this address',
  'wrong-credentials': 'Wrong credentials from this address',
} as const;
