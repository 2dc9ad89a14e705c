import { correlation, type EventsPolicy } from './correlation.policy.js';
import { deadLetter } from './dead-letter.policy.js';
import { metrics } from './metrics.policy.js';
import { retry } from './retry.policy.js';
import type { SlicePolicy } from './slice-policy.js';
import { tracing } from './tracing.policy.js';

/** What a consumer does around its handlers, each list from the outermost policy to the innermost. */
export interface ConsumerPolicies {
  /** Around the transaction that handles slices and stores their offsets. */
  readonly slices: readonly SlicePolicy[];
  /** Around the handlers, inside the transaction. */
  readonly events: readonly EventsPolicy[];
}

/** The policies of every service that does not choose others. */
export const standardPolicies = (): ConsumerPolicies => ({
  slices: [tracing(), metrics(), deadLetter(), retry()],
  events: [correlation()],
});
