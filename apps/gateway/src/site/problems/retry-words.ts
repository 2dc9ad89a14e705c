import type { RetryAdvice } from '@cds/contracts';

/** Whether to send the same request again, in words. */
export const RETRY_WORDS: Readonly<Record<RetryAdvice, string>> = {
  after_fix: 'No. The same request fails again until what is wrong has been corrected.',
  when_ready: 'Yes, later. The same request succeeds once there is room, or what it depends on has finished.',
  after_delay: 'Yes. Wait as many seconds as `Retry-After` says, then send the same request again.',
  at_once: 'Yes. Nothing was carried out: send the same request again.',
  after_read:
    'Not blindly. Read the resource first, and send the request again if it is still needed. A POST with an ' +
    '`Idempotency-Key` can be sent again with the same key.',
  never: 'No. The same request does not succeed later either.',
};
